package dev.spine.extension.runtime.message;

/**
 * Messages for this card's extensions, or of them, that no instance's counts show, each once, by reason: together with what the instances
 * count as dropped, and what the network counts, it is every message that was sent and not handled. Belongs to the card's agent.
 */
public final class Undelivered {
    /** Why. */
    public enum Reason {
        /** There is no extension of that number. */
        NO_RECEIVER("for no extension"),
        /** It could not be taken, and its sender was told so. */
        REFUSED("refused to their senders"),
        /** Its receiver has left the card while it waited. */
        LEFT("whose receiver has left"),
        /** Its data could not be fetched. */
        NO_DATA("without their data"),
        /** It has more data than its receiver on the host lends memory for. */
        TOO_LARGE("with more data than their receiver takes"),
        /** It was begun, and then its way had no room for it any more. */
        NO_ROOM("without room on their way"),
        /** No message of anybody: a report of the card itself to an extension that has left. */
        REPORT("reports to nobody");

        private final String words;

        Reason(String words) {
            this.words = words;
        }
    }

    private static final Reason[] REASONS = Reason.values();

    private final long[] counts = new long[REASONS.length];

    /** Counts one that was not delivered. */
    public void count(Reason reason) {
        counts[reason.ordinal()]++;
    }

    /** {@return how many were not delivered for a reason} */
    public long of(Reason reason) {
        return counts[reason.ordinal()];
    }

    /** {@return messages; reports are none} */
    public long messages() {
        long sum = 0;
        for (Reason reason : REASONS) {
            sum += reason == Reason.REPORT ? 0 : of(reason);
        }
        return sum;
    }

    /** {@return the counts that are not 0, for people} */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder().append(messages()).append(" undeliverable");
        for (Reason reason : REASONS) {
            if (of(reason) > 0) {
                text.append(", ").append(of(reason)).append(' ').append(reason.words);
            }
        }
        return text.toString();
    }
}
