package dev.spine.command.control;

import java.util.Locale;

/** Why a request was not carried out. The word stands in the reply, for programs; the message beside it is for people. Any thread. */
public enum Refusal {
    /** The line is no request. */
    MALFORMED,
    /** The line, or the data in it, is longer than is allowed. */
    TOO_LONG,
    /** The client speaks another version of the protocol. */
    VERSION,
    /** Only who runs the system may do that. */
    FORBIDDEN,
    /** There is no such thing, or none that this user may know of. */
    NONE,
    /** The runtime has refused an extension, by its verdict or by a quota; the message tells. */
    REJECTED,
    /** The server has as many clients as it can have. */
    BUSY,
    /** The system did not do it. */
    FAILED,
    /** The system is being stopped. */
    STOPPING;

    /** {@return the word in a reply} */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * {@return the reason of a word; {@link #FAILED} for words of other versions}
     *
     * @param word from a reply
     */
    public static Refusal of(String word) {
        for (Refusal refusal : values()) {
            if (refusal.word().equals(word)) {
                return refusal;
            }
        }
        return FAILED;
    }
}
