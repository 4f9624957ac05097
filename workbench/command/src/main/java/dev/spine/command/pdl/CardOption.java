package dev.spine.command.pdl;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option that names a card. */
final class CardOption {
    @Option(names = "--on", paramLabel = "CARD", description = "The card that is meant, by the name of its IOP. Default: the only one"
        + " that has the VM.")
    private @Nullable String card;

    /** {@return its name, or null for the only one that has the VM} */
    @Nullable String name() {
        return card;
    }
}
