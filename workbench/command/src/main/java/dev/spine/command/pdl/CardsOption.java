package dev.spine.command.pdl;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The option that names one card or several. */
final class CardsOption {
    @Option(names = "--on", paramLabel = "CARD", split = ",", description = "The cards that are meant, with commas between; all of them do"
        + " it, or none. Default: the only one that has the VM.")
    private List<String> cards = new ArrayList<>();

    /** {@return their names; none for the only one that has the VM} */
    List<String> names() {
        return List.copyOf(cards);
    }
}
