import Glibc

/// The limits of the explored program, so that a program that grows without bound ends without harm
/// to others.
enum Limits {
    static func set(memory: Int) {
        var limit = rlimit(rlim_cur: rlim_t(memory), rlim_max: rlim_t(memory))
        setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
        limit = rlimit(rlim_cur: 0, rlim_max: 0)
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
    }
}
