package dev.spine.extension.panic.host.protocol;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A client of a gate, on a host. It asks, and keeps the answers with the times that they took. On the host's agent. */
public final class GateClient implements HostProgram {
    /** The number of the program that gets answers. */
    public static final int PROGRAM = 141;
    /** Its trigger for answers. */
    public static final int ANSWER = 1;

    private final GateSecrets secrets;
    private final HostMachine machine;
    private final int client;
    private final Map<Integer, Long> asked = new HashMap<>();
    private final List<Answer> answers = new ArrayList<>();
    private int number;

    /** An answer. Any thread. */
    public static final class Answer {
        private final int number;
        private final byte[] body;
        private final long ns;

        private Answer(int number, byte[] body, long ns) {
            this.number = number;
            this.body = body;
            this.ns = ns;
        }

        /** {@return the number of its request} */
        public int number() {
            return number;
        }

        /** {@return a copy of its 16 bytes} */
        public byte[] body() {
            return body.clone();
        }

        /** {@return nanoseconds from the request on} */
        public long ns() {
            return ns;
        }
    }

    /**
     * A client that was admitted.
     *
     * @param secrets that it shares with the gate's host
     * @param machine of its node
     * @param client its number
     */
    public GateClient(GateSecrets secrets, HostMachine machine, int client) {
        this.secrets = secrets;
        this.machine = machine;
        this.client = client;
        machine.run(PROGRAM, this);
    }

    /**
     * Sends a request; it may be lost.
     *
     * @param gate the hardware address of the gate's node
     * @param body 16 bytes
     * @return the request's number
     */
    public int ask(long gate, byte[] body) {
        number++;
        asked.put(number, machine.nowNs());
        machine.send(gate, Gate.PROGRAM, Gate.REQUEST, secrets.request(client, number, machine.address(), body));
        return number;
    }

    @Override
    public void onMessage(ProgramMessage message) {
        int[] words = message.words();
        Long since = message.trigger() == ANSWER && words.length > 1 ? asked.get(words[0]) : null;
        if (since == null) {
            return;
        }
        int[] sealed = new int[words.length - 1];
        System.arraycopy(words, 1, sealed, 0, sealed.length);
        long ns = machine.nowNs() - since;
        // Whoever can forge an answer's number must not silence the true one.
        secrets.open(client, words[0], GateSecrets.Direction.ANSWER, sealed).ifPresent(body -> {
            asked.remove(words[0]);
            answers.add(new Answer(words[0], body, ns));
        });
    }

    /** {@return the answers so far, in the order in which they came} */
    public List<Answer> answers() {
        return List.copyOf(answers);
    }
}
