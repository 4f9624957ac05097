package dev.spine.extension.panic.host.protocol;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * What the host and the clients of a gate share: for each client a secret, with which requests are hashed, and a key, with which bodies are
 * sealed (AES in Galois/counter mode). The hash keeps a flood away from the host and is no signature, as PDL has neither shifts nor
 * exclusive or; what a body says is authentic because it is sealed. One thread at a time.
 */
public final class GateSecrets {
    /** How many clients there can be. */
    public static final int MAX_CLIENTS = 256;
    /** Bytes of a body before it is sealed. */
    public static final int BODY_BYTES = 16;

    private static final int PRIME = 0x0100_0193;
    private static final int FACTOR = 31;
    private static final int HALF = 65_536;
    private static final int TAG_BITS = 128;
    private static final int NONCE_BYTES = 12;

    private final int[] secrets = new int[MAX_CLIENTS];
    private final Map<Integer, SecretKey> keys = new HashMap<>();

    /** Which way a sealed body goes. */
    enum Direction { REQUEST, ANSWER }

    /** No client. */
    public GateSecrets() {}

    /**
     * Admits a client.
     *
     * @param client 0 to 255
     * @param secret of its hashes, not 0
     * @param key of its seals, 16 bytes
     */
    public void admit(int client, int secret, byte[] key) {
        if (client < 0 || client >= MAX_CLIENTS || secret == 0) {
            throw new IllegalArgumentException("a client is 0 to " + (MAX_CLIENTS - 1) + ", and its secret is not 0");
        }
        secrets[client] = secret;
        keys.put(client, new SecretKeySpec(key, "AES"));
    }

    int secret(int client) {
        return client < 0 || client >= MAX_CLIENTS ? 0 : secrets[client];
    }

    /** The hash of a request's head and the first word of its body; the same as in gate.pdl. */
    int hash(int[] words) {
        int hash = (secrets[words[GateRequest.CLIENT]] + words[GateRequest.NUMBER]) * PRIME;
        hash = (hash + hash / HALF + words[GateRequest.ADDRESS] * FACTOR + words[GateRequest.ADDRESS + 1]) * PRIME;
        hash = (hash + hash / HALF + words[GateRequest.BODY]) * PRIME;
        return hash + hash / HALF;
    }

    /** A request whose hash is right. */
    int[] request(int client, int number, long answerTo, byte[] body) {
        int[] words = new int[GateRequest.WORDS];
        words[GateRequest.CLIENT] = client;
        words[GateRequest.NUMBER] = number;
        words[GateRequest.ADDRESS] = (int) (answerTo >>> Integer.SIZE);
        words[GateRequest.ADDRESS + 1] = (int) answerTo;
        int[] sealed = seal(client, number, Direction.REQUEST, body);
        System.arraycopy(sealed, 0, words, GateRequest.BODY, sealed.length);
        words[GateRequest.HASH] = hash(words);
        return words;
    }

    /** {@return a body, sealed for one direction and one number of a client} */
    int[] seal(int client, int number, Direction direction, byte[] body) {
        try {
            byte[] sealed = cipher(Cipher.ENCRYPT_MODE, client, number, direction).doFinal(body);
            int[] words = new int[sealed.length / Integer.BYTES];
            ByteBuffer.wrap(sealed).asIntBuffer().get(words);
            return words;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("a body of client " + client + " cannot be sealed", e);
        }
    }

    /** {@return a body, opened; empty when it was not sealed by who has the client's key} */
    Optional<byte[]> open(int client, int number, Direction direction, int[] sealed) {
        ByteBuffer bytes = ByteBuffer.allocate(sealed.length * Integer.BYTES);
        bytes.asIntBuffer().put(sealed);
        try {
            return Optional.of(cipher(Cipher.DECRYPT_MODE, client, number, direction).doFinal(bytes.array()));
        } catch (GeneralSecurityException _) {
            return Optional.empty();
        }
    }

    private Cipher cipher(int mode, int client, int number, Direction direction) throws GeneralSecurityException {
        byte[] nonce = ByteBuffer.allocate(NONCE_BYTES).putInt(client).putInt(number).putInt(direction.ordinal()).array();
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, keys.get(client), new GCMParameterSpec(TAG_BITS, nonce));
        return cipher;
    }
}
