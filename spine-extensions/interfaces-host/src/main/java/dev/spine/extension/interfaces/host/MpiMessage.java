package dev.spine.extension.interfaces.host;

/** A message that was received. The host's agent. */
public final class MpiMessage {
    private final int source;
    private final int tag;
    private final byte[] data;

    MpiMessage(int source, int tag, byte[] data) {
        this.source = source;
        this.tag = tag;
        this.data = data;
    }

    /** {@return the rank that has sent it} */
    public int source() {
        return source;
    }

    /** {@return its tag} */
    public int tag() {
        return tag;
    }

    /** {@return its bytes, the caller's own} */
    public byte[] data() {
        return data;
    }
}
