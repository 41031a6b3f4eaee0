// Restrictions on a process that runs a student's attempt: the kernel refuses the calls, however
// they are made. Calls are filtered by seccomp (Linux 3.17), changes to files are refused by
// Landlock (Linux 5.13). Neither needs privileges, and neither can be undone.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "include/CProcess.h"

#ifdef __x86_64__
#define THIS_MACHINE AUDIT_ARCH_X86_64
#else
#define THIS_MACHINE AUDIT_ARCH_AARCH64
#endif

// Calls that are newer than the headers of some systems; their numbers are the same on every
// architecture.
enum { PIDFD_SEND_SIGNAL = 424, IO_URING_SETUP = 425, CLONE3 = 435, PIDFD_GETFD = 438, PROCESS_MADVISE = 440, FCHMODAT2 = 452 };
enum { LANDLOCK_CREATE_RULESET = 444, LANDLOCK_ADD_RULE, LANDLOCK_RESTRICT_SELF };

// MARK: calls

#define LOAD(member) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, member))
#define ANSWER(action) BPF_STMT(BPF_RET | BPF_K, action)
#define ALLOW ANSWER(SECCOMP_RET_ALLOW)
#define REFUSE ANSWER(SECCOMP_RET_ERRNO | EPERM)
#define TRAP ANSWER(SECCOMP_RET_TRAP)
// Skips `count` instructions unless the loaded word is this one, or has this bit.
#define WHEN(word, count) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, word, 0, count)
#define WHEN_ANY(bits, count) BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, 0, count)

#define TRAPS(call) WHEN(call, 1), TRAP
#define REFUSES(call) WHEN(call, 1), REFUSE
// Calls whose first argument is a process: only this one, 0 (which means the same, or the own
// group) and the own group are allowed.
#define FOR_OWN(call) WHEN(call, 8), LOAD(args[0]), WHEN(0, 1), ALLOW, WHEN(own, 1), ALLOW, WHEN(-own, 1), ALLOW, REFUSE

static int install(struct sock_filter *filter, size_t count)
{
    struct sock_fprog program = {(unsigned short)count, filter};
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

// Calls that reach other programs by the network, or leave something behind in the kernel: shared
// memory and queues that have no process. (io_uring makes calls that no filter sees.)
static int keep_alone(void)
{
    struct sock_filter filter[] = {
        LOAD(nr),
        REFUSES(SYS_socket), REFUSES(SYS_connect), REFUSES(SYS_bind), REFUSES(SYS_shmget), REFUSES(SYS_semget), REFUSES(SYS_msgget),
        REFUSES(SYS_mq_open), REFUSES(SYS_setsid), REFUSES(IO_URING_SETUP), REFUSES(SYS_add_key), REFUSES(SYS_request_key),
        REFUSES(SYS_keyctl), ALLOW,
    };
    return install(filter, sizeof filter / sizeof filter[0]);
}

static int filter_calls(void)
{
    uint32_t own = (uint32_t)getpid();
    struct sock_filter filter[] = {
        // The numbers are this machine's own; 32-bit calls are refused.
        LOAD(arch), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, THIS_MACHINE, 1, 0), REFUSE,
        LOAD(nr),
#ifdef __x86_64__
        WHEN_ANY(0x40000000, 1), REFUSE,
        TRAPS(SYS_fork), TRAPS(SYS_vfork),
#endif
        TRAPS(SYS_execve), TRAPS(SYS_execveat),
        // A filter cannot read clone3's flags. Told that clone3 is missing, the C library uses
        // clone.
        WHEN(CLONE3, 1), ANSWER(SECCOMP_RET_ERRNO | ENOSYS),
        // A thread has CLONE_THREAD among the flags, a process has not.
        WHEN(SYS_clone, 4), LOAD(args[0]), WHEN_ANY(CLONE_THREAD, 1), ALLOW, TRAP,
        FOR_OWN(SYS_kill), FOR_OWN(SYS_tgkill), FOR_OWN(SYS_rt_sigqueueinfo), FOR_OWN(SYS_rt_tgsigqueueinfo), FOR_OWN(SYS_prlimit64),
        FOR_OWN(SYS_process_vm_readv), FOR_OWN(SYS_process_vm_writev),
        // Calls that reach a thread by its number alone, or a process by a descriptor; and calls
        // that would leave the process group, which is ended as a whole.
        REFUSES(SYS_tkill), REFUSES(SYS_ptrace), REFUSES(PIDFD_SEND_SIGNAL), REFUSES(PIDFD_GETFD), REFUSES(PROCESS_MADVISE),
        REFUSES(SYS_setpgid), ALLOW,
    };
    return install(filter, sizeof filter / sizeof filter[0]);
}

// Landlock does not protect the owners and the modes of files.
static int keep_modes(void)
{
    struct sock_filter filter[] = {
        LOAD(nr),
#ifdef __x86_64__
        REFUSES(SYS_chmod), REFUSES(SYS_chown), REFUSES(SYS_lchown),
#endif
        REFUSES(SYS_fchmod), REFUSES(SYS_fchmodat), REFUSES(SYS_fchown), REFUSES(SYS_fchownat), REFUSES(FCHMODAT2), ALLOW,
    };
    return install(filter, sizeof filter / sizeof filter[0]);
}

// MARK: files

// The structures of linux/landlock.h, as of Linux 6.12; older kernels take the beginning.
struct ruleset {
    uint64_t files, network, scopes;
};
struct __attribute__((packed)) below {
    uint64_t allowed;
    int32_t folder;
};
enum {
    WRITE_FILE = 1 << 1,
    READ_FILE = 1 << 2,
    READ_FOLDER = 1 << 3,
    CHANGE_FOLDER = 0x1FF << 4,  // Removing and making, of every kind.
    LINK_ELSEWHERE = 1 << 13,
    TRUNCATE = 1 << 14,
    SIGNALS = 1 << 1,
};

int interleave_landlock_version(void) { return (int)syscall(LANDLOCK_CREATE_RULESET, NULL, 0, 1); }

static void allow(int ruleset, const char *path, uint64_t uses)
{
    struct below rule = {uses, open(path, O_PATH | O_CLOEXEC)};
    if (rule.folder < 0) return;
    syscall(LANDLOCK_ADD_RULE, ruleset, 1, &rule, 0);
    close(rule.folder);
}

// The files that the system's libraries read while a program runs. (libdispatch reads /proc/THREAD/stat. The
// memory and the environment of other processes stay closed: Landlock lets nothing look into them.)
static const char *const folders_of_the_system[] = {"/usr", "/lib", "/lib64", "/proc", "/sys/devices/system/cpu"};
static const char *const files_of_the_system[] = {
    "/etc/ld.so.cache", "/etc/localtime", "/etc/nsswitch.conf", "/etc/passwd", "/etc/timezone", "/dev/null", "/dev/random",
    "/dev/urandom", "/dev/zero",
};
#define COUNT(list) (sizeof list / sizeof list[0])

// A program that explores itself reads the names of variables from the files that are loaded.
static int allow_loaded(struct dl_phdr_info *info, size_t size, void *context)
{
    (void)size;
    allow(*(int *)context, info->dlpi_name && info->dlpi_name[0] ? info->dlpi_name : "/proc/self/exe", READ_FILE);
    return 0;
}

// Nothing can be read but the folder and the system. `report`: a file that can be written to; null:
// there is none, and the files that are loaded can be read.
static int keep_files(const char *folder, const char *report)
{
    int version = interleave_landlock_version();
    if (version < 1) return 0;
    struct ruleset rules = {.files = WRITE_FILE | CHANGE_FOLDER | READ_FILE | READ_FOLDER};
    if (version >= 2) rules.files |= LINK_ELSEWHERE;
    if (version >= 3) rules.files |= TRUNCATE;
    if (version >= 6) rules.scopes = SIGNALS;
    int ruleset = (int)syscall(LANDLOCK_CREATE_RULESET, &rules, version >= 6 ? sizeof rules : sizeof rules.files, 0);
    if (ruleset < 0) return -1;
    allow(ruleset, folder, rules.files);
    allow(ruleset, "/dev/null", rules.files & (READ_FILE | WRITE_FILE | TRUNCATE));
    if (report) allow(ruleset, report, WRITE_FILE);
    else dl_iterate_phdr(allow_loaded, &ruleset);
    for (size_t index = 0; index < COUNT(folders_of_the_system); index++)
        allow(ruleset, folders_of_the_system[index], READ_FILE | READ_FOLDER);
    for (size_t index = 0; index < COUNT(files_of_the_system); index++) allow(ruleset, files_of_the_system[index], READ_FILE);
    int failed = (int)syscall(LANDLOCK_RESTRICT_SELF, ruleset, 0);
    close(ruleset);
    return failed;
}

int interleave_filter_is_available(void)
{
    // The kernel looks at the filter only if it has them: a null pointer is then a bad address.
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, NULL) != 0 && errno == EFAULT;
}

int interleave_confine(const char *folder)
{
    // Without this an unprivileged user cannot confine the process.
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
    int failed = 0;
    if (folder) {
        setrlimit(RLIMIT_FSIZE, &(struct rlimit){64 << 20, 64 << 20});
        failed = keep_files(folder, NULL) | keep_modes() | keep_alone();
    }
    return filter_calls() | failed ? -1 : 0;
}

int interleave_confine_attempt(const char *folder, const char *report)
{
    // It ends with the thread that started it, leaves no core file, and writes no large one.
    prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    setrlimit(RLIMIT_FSIZE, &(struct rlimit){64 << 20, 64 << 20});
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
    int failed = keep_files(folder, report) | keep_modes() | keep_alone();
    return filter_calls() | failed ? -1 : 0;
}
