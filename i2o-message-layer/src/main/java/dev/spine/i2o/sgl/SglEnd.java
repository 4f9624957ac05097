package dev.spine.i2o.sgl;

import dev.spine.i2o.DetailedStatus;

/** Why a scatter-gather list ended, and what a target answers if it ended badly. Any thread. */
public enum SglEnd {
    /** It has not ended. */
    NOT_YET(DetailedStatus.SUCCESS),
    /** At the element that is marked as the last. */
    LAST_ELEMENT(DetailedStatus.SUCCESS),
    /** At the end of the message, without such a mark. Drivers do that; it is no error. */
    END_OF_MESSAGE(DetailedStatus.SUCCESS),
    /** The list begins outside the message. */
    BAD_OFFSET(DetailedStatus.INVALID_OFFSET),
    /** An element is longer than the bytes that are left. */
    CUT_ELEMENT(DetailedStatus.INVALID_PARAMETER),
    /** An element of a type that is reserved or not supported. */
    UNSUPPORTED_ELEMENT(DetailedStatus.INVALID_PARAMETER),
    /** A page list, but nobody has said how large a page is, or a page that is not aligned. */
    BAD_PAGE_LIST(DetailedStatus.INVALID_PARAMETER),
    /** A run that goes beyond the end of the address space. */
    BAD_ADDRESS(DetailedStatus.INVALID_PARAMETER),
    /** More elements than the reader's limit. */
    TOO_MANY_ELEMENTS(DetailedStatus.INVALID_PARAMETER),
    /** More bytes than the reader's limit. */
    TOO_MANY_BYTES(DetailedStatus.INVALID_PARAMETER),
    /** A chained fragment is larger than the reader's room for fragments. */
    FRAGMENT_TOO_LARGE(DetailedStatus.CHAIN_BUFFER_TOO_LARGE),
    /** A chained fragment overlaps one that was read before: the list loops. */
    FRAGMENT_OVERLAP(DetailedStatus.INVALID_PARAMETER),
    /** More chained fragments than the reader's limit. */
    TOO_MANY_FRAGMENTS(DetailedStatus.INVALID_PARAMETER),
    /** A chained fragment that the initiator must not or cannot name. */
    UNREADABLE_FRAGMENT(DetailedStatus.INVALID_PARAMETER);

    private final int detailedStatus;

    SglEnd(int detailedStatus) {
        this.detailedStatus = detailedStatus;
    }

    /**
     * What a target puts into its transaction error.
     *
     * @return a value of {@link DetailedStatus}; {@link DetailedStatus#SUCCESS} for the ends that are no error
     */
    public int detailedStatus() {
        return detailedStatus;
    }

    /**
     * Whether the list was bad. What was read before the end may have been good.
     *
     * @return true for every end but the first three
     */
    public boolean isError() {
        return detailedStatus != DetailedStatus.SUCCESS;
    }
}
