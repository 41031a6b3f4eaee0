import Words
import ExplorationRunner
import FoundationEssentials
import Glibc
import System

/// Programs that SwiftPM calls in place of the compilers. They add options for the modules whose
/// accesses to memory the explorer sees, because SwiftPM gives the options of its command line to
/// the modules of all packages.
///
/// Any other module gets them if it uses atomic variables, or `Mutex`, which is made of them. Such code orders the accesses of others. The explorer must see it, or it would report data
/// races that are none.
struct CompilerScripts {
    let swift: String
    let clang: String

    /// - Parameter modules: the names of the modules whose accesses are seen, whatever they use.
    init(modules: [String], suspendsAtEveryAwait: Bool) throws {
        for tool in ["grep", "sed", "tr", "xargs"] { _ = try Self.path("", tool) }
        var options = ["-Onone"]
        let frontend = [
            "-sanitize=thread", "-g", "-debug-info-format=dwarf", "-dwarf-version=4", "-enable-anonymous-context-mangled-names",
            // No file is in this folder, so the names of files are absolute.
            "-file-compilation-dir", "/interleave",
        ]
        options += frontend.flatMap { ["-Xfrontend", $0] }
        if suspendsAtEveryAwait { options += ["-Xllvm", "-sil-disable-pass=optimize-hop-to-executor"] }
        swift = Self.script(
            compiler: try Self.path("SWIFT_EXEC", "swiftc"), modules: modules, options: options,
            // A target's compiler call names its module. Links stay as they are, and so do the tools
            // that run during the build.
            name: """
                for word do
                  case $last in -module-name) module=$word;; esac
                  case $word in
                    -emit-executable|-emit-library|-modulewrap|*-tool.build/*) exec "$real" "$@";;
                    @*.build/sources) list=${word#@};;
                  esac
                  last=$word
                done
                """,
            hasAtomics: """
                [ -n "$list" ] && sed "s/^'\\(.*\\)'$/\\1/" "$list" | tr '\\n' '\\0' \
                  | xargs -0 grep -qsE 'import +[a-zA-Z ]*[a-zA-Z_]*(Synchronization|Atomic)|Builtin\\.atomic'
                """)
        clang = Self.script(
            compiler: try Self.path("CC", "clang"), modules: modules,
            options: ["-O0", "-g", "-gdwarf-4", "-fdebug-compilation-dir=/interleave", "-fsanitize=thread"],
            name: """
                for word do
                  case $last in
                    -o) module=${word%.build/*}; module=${module##*/};;
                    -c) list=${word%/*};;
                  esac
                  case $word in *-tool.build/*) exec "$real" "$@";; esac
                  last=$word
                done
                """,
            hasAtomics: """
                [ -n "$list" ] && grep -rqsE '__atomic_|__sync_|stdatomic|_Atomic|__c11_atomic|std::atomic' "$list" "$list/../include"
                """)
    }

    /// Writes both into a folder; a file that is the same already stays.
    func write(into folder: String) throws {
        for (name, text) in [("swiftc", swift), ("clang", clang)] {
            let path = "\(folder)/\(name)"
            if FileManager.default.contents(atPath: path) == Data(text.utf8) { continue }
            let draft = "\(path).\(getpid())"
            guard FileManager.default.createFile(atPath: draft, contents: Data(text.utf8)), chmod(draft, 0o755) == 0,
                rename(draft, path) == 0
            else {
                throw ExplainedError(.unreadable, "\(path) cannot be written.", cure: "Free some space there, or allow writing to it.")
            }
        }
    }

    private static func script(
        compiler: String, modules: [String], options: [String], name: String, hasAtomics: String
    ) -> String {
        """
        #!/bin/sh
        # Made by `interleave explore --package`. It calls the compiler, with options for some modules.
        real='\(compiler.replacing("'", with: "'\\''"))'
        module= last= list=
        \(name)
        has_atomics() {
          \(hasAtomics)
        }
        case " \(modules.sorted().joined(separator: " ")) " in
          *" ${module:--} "*) ;;
          *) has_atomics || exec "$real" "$@";;
        esac
        exec "$real" "$@" \(options.joined(separator: " "))

        """
    }

    /// The compiler that the user's environment names, or the first one on the PATH.
    private static func path(_ variable: String, _ name: String) throws -> String {
        let environment = ProcessInfo.processInfo.environment
        if let given = environment[variable], given.contains("/") { return given }
        for folder in (environment["PATH"] ?? "").split(separator: ":") where access("\(folder)/\(name)", X_OK) == 0 {
            return "\(folder)/\(name)"
        }
        throw ExplainedError(
            .unreadable, "There is no \(name) on the PATH.", cure: "Install the Swift toolchain: https://www.swift.org/install/linux.")
    }
}
