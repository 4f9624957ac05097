package dev.spine.extension.router;

import java.util.List;

/**
 * What becomes of packets from and to 0.0.0.0/8 and 240.0.0.0/4, which are reserved; 0.0.0.0 and broadcast are none of them, they mean
 * something.
 */
public enum ReservedAddresses {
    /** They are dropped as martian (RFC 1812, 5.3.7). */
    DROP("drop"),
    /** They are forwarded as any others, as Linux does (since 5.3 those of 0.0.0.0/8, too). */
    FORWARD("forward");

    private final String word;

    ReservedAddresses(String word) {
        this.word = word;
    }

    /** {@return the word for it, as a parameter has it} */
    public String word() {
        return word;
    }

    /**
     * {@return whether an IPv4 address is one of them}
     *
     * @param address its 32 bits
     */
    public static boolean contain(int address) {
        return address >>> 24 == 0 && address != 0 || address >>> 28 == 0xF && address != -1;
    }

    /**
     * {@return what a word means}
     *
     * @param word one of {@link #word}
     * @throws IllegalArgumentException when it is none
     */
    public static ReservedAddresses of(String word) {
        for (ReservedAddresses each : List.of(values())) {
            if (each.word.equals(word)) {
                return each;
            }
        }
        throw new IllegalArgumentException("parameter reserved is drop or forward, not '" + word + "'");
    }
}
