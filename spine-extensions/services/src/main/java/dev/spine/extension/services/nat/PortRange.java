package dev.spine.extension.services.nat;

/**
 * Ports from one to another.
 *
 * @param first 1 to 65,535
 * @param last at least the first
 */
public record PortRange(int first, int last) {
    /** Holds the range. */
    public PortRange {
        if (first < 1 || last > 0xFFFF || first > last) {
            throw new IllegalArgumentException("ports go from 1 to 65535, the first one first: write 61001-65535");
        }
    }

    /**
     * {@return a range as people write it}
     *
     * @param text {@code "61001-65535"}, or one port
     * @throws IllegalArgumentException when it is none
     */
    public static PortRange parse(String text) {
        int hyphen = text.indexOf('-');
        if (hyphen < 0) {
            int port = Integer.parseInt(text);
            return new PortRange(port, port);
        }
        return new PortRange(Integer.parseInt(text.substring(0, hyphen)), Integer.parseInt(text.substring(hyphen + 1)));
    }
}
