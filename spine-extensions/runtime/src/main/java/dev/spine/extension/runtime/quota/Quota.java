package dev.spine.extension.runtime.quota;

import dev.spine.extension.runtime.load.FailureText;

/**
 * What an extension and its owner may use only so much of. The reasons for the standard limits are in docs/extension-rules.md.
 *
 * <p>A quota of a rate bounds what begins in one second: what begins while it is not used up is carried out whole.
 */
public enum Quota {
    /** Units of fuel in a second. */
    FUEL_PER_SECOND("fuelPerSecond", true),
    /** Bytes of heap that are allocated in a second, kept or not. */
    ALLOCATION_PER_SECOND("allocationPerSecond", true),
    /** Bytes of heap between activations. */
    HEAP("heap", false),
    /** Buffers that are kept, packets and own memory. */
    BUFFERS("buffers", false),
    /** Bytes of the card's memory. */
    MEMORY("memory", false),
    /** Bytes that transfers and requests to disks move, in a second. */
    DMA_PER_SECOND("dmaPerSecond", true),
    /** Messages that are sent, on all routes, and frames put on the wire, in a second. */
    MESSAGES_PER_SECOND("messagesPerSecond", true),
    /** Timers that are set. */
    TIMERS("timers", false),
    /** Handlers of messages and of packets. */
    HANDLERS("handlers", false),
    /** Extensions that are loaded; of one extension always 1. */
    INSTANCES("instances", false);

    private static final Quota[] ALL = values();

    private final String key;
    private final boolean rate;

    Quota(String key, boolean rate) {
        this.key = key;
        this.rate = rate;
    }

    /** {@return its name in reports and settings} */
    public String key() {
        return key;
    }

    /** {@return whether it counts anew in each second} */
    public boolean isRate() {
        return rate;
    }

    /** {@return whether bytes are counted; otherwise things that happen or that there are} */
    public boolean isBytes() {
        return this == ALLOCATION_PER_SECOND || this == HEAP || this == MEMORY || this == DMA_PER_SECOND;
    }

    /** {@return how many quotas there are} */
    static int count() {
        return ALL.length;
    }

    /** {@return the quota of a number, 0 to {@link #count} - 1} */
    static Quota at(int index) {
        return ALL[index];
    }

    /**
     * {@return the quota of a name}
     *
     * @param key its name in reports and settings
     * @throws IllegalArgumentException when there is none; the message lists what there is
     */
    public static Quota of(String key) {
        StringBuilder known = new StringBuilder();
        for (Quota quota : ALL) {
            if (quota.key.equals(key)) {
                return quota;
            }
            known.append(known.isEmpty() ? "" : ", ").append(quota.key);
        }
        throw new IllegalArgumentException("there is no quota \"" + FailureText.oneLine(key) + "\"; there are " + known);
    }
}
