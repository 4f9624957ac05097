package dev.spine.extension.panic.host.protocol;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.panic.card.ProgramState;
import dev.spine.extension.panic.host.library.PanicCard;
import dev.spine.host.driver.HostTimer;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Only authentic requests cost the host anything, when the gate is on the card. {@code -Dspine.requests=N} says how many are measured. */
class GateTest {
    private static final int REQUESTS = Integer.getInteger("spine.requests", 3);
    private static final int FLOOD = 1_000;
    private static final int CLIENT = 7;
    private static final int PERIOD_MS = 1_000;
    private static final long POLL_NS = 200_000;
    private static final int SERVER = 0;
    private static final int ASKER = 1;

    private final Random random = new Random(1);

    private static GateSecrets secrets(int secret) {
        GateSecrets secrets = new GateSecrets();
        secrets.admit(CLIENT, secret, new byte[16]);
        return secrets;
    }

    private static byte[] body(int value) {
        return ByteBuffer.allocate(GateSecrets.BODY_BYTES).putInt(value).array();
    }

    /** The service: one more. */
    private static byte[] next(byte[] body) {
        return body(ByteBuffer.wrap(body).getInt() + 1);
    }

    /** The gate aboard the card, whose host looks into its memory from time to time. */
    private static final class Split implements AutoCloseable {
        final PanicCard library;
        final Gate gate;
        final GateService service;
        private final ProtocolNodes nodes;
        private HostTimer timer;

        Split(ProtocolNodes nodes) {
            this.nodes = nodes;
            library = nodes.library(SERVER);
            gate = new Gate(library, secrets(99));
            service = new GateService(secrets(99), nodes.sender(SERVER), GateTest::next);
            nodes.on(SERVER, () -> {
                timer = nodes.node(SERVER).host().timer(this::poll);
                timer.setIn(POLL_NS);
            });
        }

        private void poll() {
            gate.poll(service);
            timer.setIn(POLL_NS);
        }

        @Override
        public void close() {
            nodes.on(SERVER, timer::cancel);
            gate.close();
            library.close();
        }
    }

    private static GateClient client(ProtocolNodes nodes, int secret) {
        HostMachine machine = nodes.host(ASKER);
        return nodes.from(ASKER, () -> new GateClient(secrets(secret), machine, CLIENT));
    }

    @Test
    void anAuthenticRequestIsAnswered() {
        try (ProtocolNodes nodes = new ProtocolNodes(2, 1, 0); Split split = new Split(nodes)) {
            GateClient client = client(nodes, 99);
            nodes.on(ASKER, () -> client.ask(nodes.address(SERVER), body(41)));
            nodes.pass(Duration.ofMillis(5));
            assertEquals(1, client.answers().size());
            assertArrayEquals(body(42), client.answers().getFirst().body());
            assertEquals(1, split.service.answered());
        }
    }

    @Test
    void anotherSecretALowerNumberAndAnotherLengthDoNotReachTheHost() {
        try (ProtocolNodes nodes = new ProtocolNodes(2, 1, 0); Split split = new Split(nodes)) {
            HostMachine machine = nodes.host(ASKER);
            long to = nodes.address(SERVER);
            int[] right = secrets(99).request(CLIENT, 5, machine.address(), body(1));
            int[] changed = right.clone();
            changed[GateRequest.ADDRESS]++;
            int[] unknown = right.clone();
            unknown[GateRequest.CLIENT] = CLIENT + 1;
            int[] outside = right.clone();
            outside[GateRequest.CLIENT] = 256;
            int[] negative = right.clone();
            negative[GateRequest.CLIENT] = -1;
            int[] longer = Arrays.copyOf(right, right.length + 1);
            nodes.on(ASKER, () -> {
                for (int[] wrong : new int[][] {secrets(98).request(CLIENT, 1, to, body(1)), changed, unknown, outside, negative, longer,
                    {}}) {
                    machine.send(to, Gate.PROGRAM, Gate.REQUEST, wrong);
                }
            });
            nodes.pass(Duration.ofMillis(5));
            assertEquals(0, split.service.answered());
            nodes.on(ASKER, () -> {
                machine.send(to, Gate.PROGRAM, Gate.REQUEST, right);
                machine.send(to, Gate.PROGRAM, Gate.REQUEST, right);
                machine.send(to, Gate.PROGRAM, Gate.REQUEST, secrets(99).request(CLIENT, 4, to, body(1)));
            });
            nodes.pass(Duration.ofMillis(5));
            assertEquals(1, split.service.answered());
            assertEquals(ProgramState.RUNNING, split.library.program(Gate.PROGRAM).state());
        }
    }

    @Test
    void withOtherSecretsTheOldOnesAreWorthNothing() {
        try (ProtocolNodes nodes = new ProtocolNodes(2, 1, 0); Split split = new Split(nodes)) {
            split.gate.change(secrets(100));
            GateClient old = client(nodes, 99);
            nodes.on(ASKER, () -> old.ask(nodes.address(SERVER), body(41)));
            nodes.pass(Duration.ofMillis(5));
            assertEquals(0, old.answers().size());
            assertEquals(0, split.service.answered());
        }
    }

    @Test
    void aHostThatDoesNotLookLosesNoRequestThatTheGateHasTaken() {
        try (ProtocolNodes nodes = new ProtocolNodes(2, 1, 0)) {
            PanicCard library = nodes.library(SERVER);
            Gate gate = new Gate(library, secrets(99));
            GateClient client = client(nodes, 99);
            for (int i = 0; i < 70; i++) {
                nodes.on(ASKER, () -> client.ask(nodes.address(SERVER), body(0)));
                nodes.pass(Duration.ofMillis(2));
            }
            int[] expected = {1};
            assertEquals(64, gate.poll(request -> assertEquals(expected[0]++, request.number())));
            nodes.on(ASKER, () -> client.ask(nodes.address(SERVER), body(0)));
            nodes.pass(Duration.ofMillis(2));
            assertEquals(1, gate.poll(request -> assertEquals(71, request.number())));
            gate.close();
            library.close();
        }
    }

    // --- a flood

    /** A request that is almost right. */
    private byte[] attack(ProtocolNodes nodes, int number) {
        int[] words = secrets(98).request(CLIENT, number, nodes.address(ASKER), body(0));
        words[GateRequest.CLIENT] = random.nextBoolean() ? CLIENT : random.nextInt(256);
        words[GateRequest.HASH] = random.nextInt();
        ByteBuffer frame = ByteBuffer.allocate(32 + words.length * Integer.BYTES);
        frame.putShort((short) (nodes.address(SERVER) >>> 32)).putInt((int) nodes.address(SERVER));
        frame.putShort((short) 0x0200).putInt(0x1234_5678);
        frame.putShort((short) 0x88B6).putShort((short) 0);
        frame.putShort((short) 0x100).putShort((short) Gate.PROGRAM).putShort((short) Gate.REQUEST).putShort((short) 0);
        frame.putShort((short) (words.length * Integer.BYTES)).putShort((short) 0).putInt(0);
        frame.asIntBuffer().put(words);
        return frame.array();
    }

    /** A request in each period, and, as often as asked, other packets between. */
    private ProtocolNodes.Load run(String what, ProtocolNodes nodes, GateClient client, int floodPerRequest) {
        ProtocolNodes.Load before = nodes.load(SERVER);
        int sent = 0;
        for (int i = 0; i < REQUESTS; i++) {
            int at = random.nextInt(PERIOD_MS);
            for (int ms = 0; ms < PERIOD_MS; ms++) {
                if (ms == at) {
                    nodes.on(ASKER, () -> client.ask(nodes.address(SERVER), body(0)));
                }
                while (sent < (i * PERIOD_MS + ms + 1L) * floodPerRequest / PERIOD_MS) {
                    nodes.node(SERVER).receive(attack(nodes, 1_000_000 + sent++));
                }
                nodes.pass(Duration.ofMillis(1));
            }
        }
        nodes.pass(Duration.ofMillis(20));
        ProtocolNodes.Load load = nodes.load(SERVER).since(before);
        long[] times = client.answers().stream().mapToLong(GateClient.Answer::ns).toArray();
        assertEquals(REQUESTS, times.length, what);
        System.out.printf("%s: %d requests, %d other packets: host %d messages, %d interrupts; p50 %d us, p99 %d us%n", what, REQUESTS,
            sent, load.messages(), load.interrupts(), ProtocolNodes.percentile(times, 50) / 1_000,
            ProtocolNodes.percentile(times, 99) / 1_000);
        return load;
    }

    private ProtocolNodes.Load onCard(int floodPerRequest) {
        try (ProtocolNodes nodes = new ProtocolNodes(2, 1, 0); Split split = new Split(nodes)) {
            ProtocolNodes.Load load = run("gate on the card", nodes, client(nodes, 99), floodPerRequest);
            assertEquals(REQUESTS, split.service.answered());
            return load;
        }
    }

    private ProtocolNodes.Load onHost(int floodPerRequest) {
        try (ProtocolNodes nodes = new ProtocolNodes(2, 1, 0)) {
            HostMachine machine = nodes.host(SERVER);
            GateService service = new GateService(secrets(99), machine, GateTest::next);
            HostGate gate = new HostGate(secrets(99), service);
            nodes.on(SERVER, () -> machine.run(Gate.PROGRAM, gate));
            ProtocolNodes.Load load = run("gate on the host", nodes, client(nodes, 99), floodPerRequest);
            assertEquals(REQUESTS, service.answered());
            assertEquals(floodPerRequest * (long) REQUESTS, gate.refused());
            return load;
        }
    }

    @Test
    void aFloodOfAThousandTimesTheHonestRateCostsTheHostNothingBehindTheGateAndAnInterruptEachWithoutIt() {
        ProtocolNodes.Load quiet = onCard(0);
        assertEquals(quiet, onCard(FLOOD));
        assertTrue(quiet.interrupts() <= REQUESTS, quiet.toString());
        onHost(0);
        ProtocolNodes.Load open = onHost(FLOOD);
        assertTrue(open.interrupts() > REQUESTS * (long) FLOOD / 2, open.toString());
        assertTrue(open.messages() > REQUESTS * (long) FLOOD / 2, open.toString());
    }
}
