package dev.spine.host.lan;

/**
 * The link of a LAN port, group 0x0005. Immutable; any thread.
 *
 * @param state whether packets can pass
 * @param transmitBitsPerSecond its speed, 0 if the port does not tell
 * @param receiveBitsPerSecond its speed, 0 if the port does not tell
 */
public record LanLink(State state, long transmitBitsPerSecond, long receiveBitsPerSecond) {
    /** Whether packets can pass. */
    public enum State {
        /** They cannot. */
        DOWN,
        /** They can. */
        UP
    }
}
