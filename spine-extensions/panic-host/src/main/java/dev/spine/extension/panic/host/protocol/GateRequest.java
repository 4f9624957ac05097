package dev.spine.extension.panic.host.protocol;

/**
 * A request that has passed the gate: its hash is right and its number is above those before. Its words are nobody else's; any thread.
 *
 * @param client who asks, 0 to 255
 * @param number of the request, above all before of this client
 * @param answerTo the hardware address for the answer
 * @param sealed the body, 8 words; {@link GateService} opens it
 */
public record GateRequest(int client, int number, long answerTo, int[] sealed) {
    /** Words of a request. */
    static final int WORDS = 13;
    static final int CLIENT = 0;
    static final int NUMBER = 1;
    static final int HASH = 2;
    static final int ADDRESS = 3;
    static final int BODY = 5;

    static GateRequest of(int[] words) {
        int[] sealed = new int[WORDS - BODY];
        System.arraycopy(words, BODY, sealed, 0, sealed.length);
        return new GateRequest(words[CLIENT], words[NUMBER], (long) words[ADDRESS] << Integer.SIZE
            | Integer.toUnsignedLong(words[ADDRESS + 1]), sealed);
    }
}
