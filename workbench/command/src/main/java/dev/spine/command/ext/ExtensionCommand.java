package dev.spine.command.ext;

import dev.spine.command.run.RunningSystemOption;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;

/** A command about one extension of a running system: which system, which of its runtimes and which extension there. */
abstract class ExtensionCommand implements Callable<Integer> {
    @Mixin
    private RunningSystemOption system = new RunningSystemOption();

    @Mixin
    private RuntimeOption runtime = new RuntimeOption();

    @Mixin
    private ExtensionArgument extension = new ExtensionArgument();

    /** {@return the way to the system, and where the command writes} */
    final RunningSystemOption system() {
        return system;
    }

    /** {@return the IOP of the extension's runtime, or null for the only one that has a runtime} */
    final @Nullable String iop() {
        return runtime.iop();
    }

    /** {@return the extension's number} */
    final int number() {
        return extension.number();
    }
}
