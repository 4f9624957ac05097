package dev.spine.command.ext;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option that names the runtime of an extension. */
final class RuntimeOption {
    @Option(names = "--on", paramLabel = "IOP", description = "The IOP whose runtime is meant. Default: the only one that has a runtime.")
    private @Nullable String iop;

    /** {@return the IOP's name, or null for the only one that has a runtime} */
    @Nullable String iop() {
        return iop;
    }
}
