package dev.spine.command.serve;

import dev.spine.iop.kernel.IopCounters;
import dev.spine.iop.kernel.IopCounters.Counter;
import dev.spine.iop.pci.PciCard;
import java.util.List;
import java.util.StringJoiner;

/** What a served card has counted of its frames, as a line for people. */
final class CardCounts {
    private static final List<Counter> SHOWN = List.of(Counter.FRAMES_IN, Counter.REPLIES_OUT, Counter.REPLIES_WAITED,
        Counter.MALFORMED_FRAMES, Counter.UNKNOWN_TARGETS, Counter.STATE_ERRORS, Counter.TRANSPORT_FAILURES, Counter.TRANSFERS_REFUSED);

    private CardCounts() {}

    /** {@return the line; the values are rough while the card works} */
    static String of(PciCard card) {
        IopCounters counters = card.iop().kernel().counters();
        StringJoiner line = new StringJoiner(", ");
        for (Counter counter : SHOWN) {
            line.add(counter + " " + counters.get(counter));
        }
        return line.add("REFUSED_INBOUND " + card.registers().refusedInbound())
            .add("REFUSED_OUTBOUND " + card.registers().refusedOutbound()).toString();
    }
}
