package dev.spine.extension.panic.host.protocol;

/** A request that has passed the gate: its hash is right and its number is above those before. Any thread. */
public final class GateRequest {
    /** Words of a request. */
    static final int WORDS = 13;
    static final int CLIENT = 0;
    static final int NUMBER = 1;
    static final int HASH = 2;
    static final int ADDRESS = 3;
    static final int BODY = 5;

    private final int[] words;

    private GateRequest(int[] words) {
        this.words = words;
    }

    static GateRequest of(int[] words) {
        return new GateRequest(words.clone());
    }

    /** {@return who asks, 0 to 255} */
    public int client() {
        return words[CLIENT];
    }

    /** {@return its number, above all before of this client} */
    public int number() {
        return words[NUMBER];
    }

    /** {@return the hardware address for the answer} */
    public long answerTo() {
        return (long) words[ADDRESS] << Integer.SIZE | Integer.toUnsignedLong(words[ADDRESS + 1]);
    }

    /** {@return a copy of the body, 8 words; {@link GateService} opens it} */
    public int[] sealed() {
        int[] sealed = new int[WORDS - BODY];
        System.arraycopy(words, BODY, sealed, 0, sealed.length);
        return sealed;
    }
}
