package dev.spine.extension.services.nat;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.services.connection.TcpTrack;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Random traffic against a model that knows nothing of tables: what is let through, to whom, with which ports, and when it ends. */
class MasqueradeModelTest {
    private static final long SEED = Long.getLong("spine.seed", 1);
    private static final int SEEDS = Boolean.getBoolean("spine.full") ? 2_000 : 150;
    private static final int STEPS = 600;
    private static final int FIRST_PORT = 2_000;
    private static final int LAST_PORT = 2_063;

    /** An endpoint inside. */
    private record Inside(int protocol, int address, int port) {}

    /** With whom it speaks; port 0 for all of them. */
    private record Peer(int address, int port) {}

    /** What the model remembers of one connection. */
    private static final class Talk {
        long usedAt;
        boolean asked;
        boolean answered;
        boolean confirmed;
        boolean insideEnded;
        boolean outsideEnded;
        boolean reset;
        boolean found;

        private boolean isClosed() {
            return reset || insideEnded && outsideEnded;
        }

        long lifeMs(int protocol) {
            if (protocol == Ip.ICMP) {
                return 60_000;
            }
            if (protocol == Ip.UDP) {
                return 300_000;
            }
            return !isClosed() && asked && answered && confirmed ? 7_440_000 : 240_000;
        }

        void fromInside(int flags) {
            if ((flags & TcpTrack.RST) != 0) {
                reset = true;
            } else if ((flags & TcpTrack.SYN) != 0) {
                if (isClosed()) {
                    answered = false;
                    confirmed = false;
                    insideEnded = false;
                    outsideEnded = false;
                    reset = false;
                    found = false;
                }
                asked = true;
            } else {
                reset = false;
                found |= !asked;
                asked = true;
                confirmed |= (flags & TcpTrack.ACK) != 0 && answered;
                insideEnded |= (flags & TcpTrack.FIN) != 0;
            }
        }

        void fromOutside(int flags) {
            if ((flags & TcpTrack.RST) != 0) {
                reset = true;
                return;
            }
            answered |= (flags & TcpTrack.SYN) != 0 || found && (flags & TcpTrack.ACK) != 0;
            outsideEnded |= (flags & TcpTrack.FIN) != 0;
        }
    }

    /** A mapping: the port, and the connections under it. */
    private static final class Known {
        final int port;
        final Map<Peer, Talk> talks = new HashMap<>();

        Known(int port) {
            this.port = port;
        }
    }

    /** One run. */
    private static final class Run {
        private static final int[] FLAGS = {TcpTrack.SYN, TcpTrack.ACK, TcpTrack.ACK, TcpTrack.SYN | TcpTrack.ACK,
            TcpTrack.FIN | TcpTrack.ACK, TcpTrack.RST, TcpTrack.RST | TcpTrack.ACK};
        private static final int[] PROTOCOLS = {Ip.TCP, Ip.UDP, Ip.ICMP};

        final Random random;
        final NatBed bed;
        final Map<Inside, Known> known = new HashMap<>();

        Run(long seed) {
            random = new Random(seed);
            bed = new NatBed(Map.of("ports", FIRST_PORT + "-" + LAST_PORT, "connections", "1024"), random.nextInt());
        }

        private byte[] data() {
            byte[] data = new byte[random.nextInt(random.nextInt(10) == 0 ? 1_400 : 40)];
            random.nextBytes(data);
            return data;
        }

        private static Peer key(int protocol, Peer peer) {
            return protocol == Ip.TCP ? peer : new Peer(peer.address, 0);
        }

        private void forgetDead() {
            bed.masquerade.expire(bed.nowMs, 10_000);
            for (Map.Entry<Inside, Known> each : known.entrySet()) {
                each.getValue().talks.values().removeIf(talk -> bed.nowMs - talk.usedAt >= talk.lifeMs(each.getKey().protocol));
            }
            known.values().removeIf(each -> each.talks.isEmpty());
        }

        private Inside anyInside() {
            return new Inside(PROTOCOLS[random.nextInt(3)], 0x0A00_0001 + random.nextInt(4), random.nextInt(8) == 0
                ? FIRST_PORT + random.nextInt(4) : 40_000 + random.nextInt(6));
        }

        private Peer anyPeer() {
            return new Peer(0xC633_6401 + random.nextInt(3), 80 + random.nextInt(3));
        }

        void step() {
            bed.nowMs += random.nextInt(20) == 0 ? random.nextInt(400_000) : random.nextInt(5_000);
            if (random.nextBoolean()) {
                forgetDead();
            }
            switch (random.nextInt(6)) {
                case 0, 1, 2 -> leave(anyInside(), anyPeer(), FLAGS[random.nextInt(FLAGS.length)]);
                case 3, 4 -> arrive();
                default -> error();
            }
        }

        private byte[] leaving(Inside from, Peer to, int flags, byte[] data) {
            return switch (from.protocol) {
                case Ip.TCP -> Ip.tcp(from.address, from.port, to.address, to.port, flags, data);
                case Ip.UDP -> Ip.udp(from.address, from.port, to.address, to.port, data);
                default -> Ip.icmp(from.address, to.address, 8, 0, from.port << 16 | 7, data);
            };
        }

        private void leave(Inside from, Peer to, int flags) {
            byte[] before = leaving(from, to, flags, data());
            Known mapping = known.get(from);
            Talk talk = mapping == null ? null : mapping.talks.get(key(from.protocol, to));
            byte[] frame = bed.out(Ip.frame(before));
            if (from.protocol == Ip.TCP && (flags & TcpTrack.RST) != 0 && talk == null) {
                // A connection whose time is over may still be there until the next sweep; then its reset goes out.
                if (frame == null) {
                    return;
                }
            }
            assertNotNull(frame, "a packet was not let out");
            byte[] after = Ip.of(frame);
            assertTrue(Ip.isSound(after));
            assertEquals(NatBed.OUTSIDE, Ip.source(after));
            assertEquals(to.address, Ip.destination(after));
            int port = from.protocol == Ip.ICMP ? Ip.identifier(after) : Ip.sourcePort(after);
            assertTrue(port >= FIRST_PORT && port <= LAST_PORT);
            assertSameBeside(from.protocol, before, after);
            if (mapping == null) {
                for (Map.Entry<Inside, Known> other : known.entrySet()) {
                    assertTrue(other.getKey().protocol != from.protocol || other.getValue().port != port, "one port for two");
                }
                boolean free = known.entrySet().stream().noneMatch(other -> other.getKey().protocol == from.protocol
                    && other.getValue().port == from.port);
                boolean swept = bed.tables.mappings().used() == known.size() + 1;
                if (swept && free && from.port >= FIRST_PORT && from.port <= LAST_PORT) {
                    assertEquals(from.port, port, "its own port was free");
                }
                assertEquals(from.port & 1, port & 1, "the parity");
                mapping = new Known(port);
                known.put(from, mapping);
            }
            assertEquals(mapping.port, port, "one endpoint has one port");
            if (talk == null) {
                talk = new Talk();
                mapping.talks.put(key(from.protocol, to), talk);
            }
            talk.usedAt = bed.nowMs;
            if (from.protocol == Ip.TCP) {
                talk.fromInside(flags);
            }
        }

        private static void assertSameBeside(int protocol, byte[] before, byte[] after) {
            int skip = protocol == Ip.TCP ? 20 : 8;
            assertEquals(before.length, after.length);
            for (int i = 0; i < before.length; i++) {
                boolean changes = i >= 10 && i < 20 || i >= 20 && i < 20 + skip;
                if (!changes) {
                    assertEquals(before[i], after[i], "byte " + i);
                }
            }
        }

        private void arrive() {
            Peer from = anyPeer();
            int protocol = PROTOCOLS[random.nextInt(3)];
            int port = FIRST_PORT + random.nextInt(LAST_PORT - FIRST_PORT + 3) - 1;
            if (random.nextInt(4) > 0 && !known.isEmpty()) {
                List<Map.Entry<Inside, Known>> all = new ArrayList<>(known.entrySet());
                Map.Entry<Inside, Known> one = all.get(random.nextInt(all.size()));
                protocol = one.getKey().protocol;
                port = one.getValue().port;
            }
            int flags = FLAGS[random.nextInt(FLAGS.length)];
            byte[] data = data();
            byte[] before = switch (protocol) {
                case Ip.TCP -> Ip.tcp(from.address, from.port, NatBed.OUTSIDE, port, flags, data);
                case Ip.UDP -> Ip.udp(from.address, from.port, NatBed.OUTSIDE, port, data);
                default -> Ip.icmp(from.address, NatBed.OUTSIDE, 0, 0, port << 16 | 7, data);
            };
            forgetDead();
            byte[] frame = bed.in(Ip.frame(before));
            Map.Entry<Inside, Known> mapping = owner(protocol, port);
            if (mapping == null) {
                assertNull(frame, "a packet for the host");
                return;
            }
            assertNotNull(frame);
            Talk talk = mapping.getValue().talks.get(key(protocol, from));
            assertEquals(talk == null, frame.length == 0, "nobody inside has asked");
            if (talk == null) {
                return;
            }
            byte[] after = Ip.of(frame);
            assertTrue(Ip.isSound(after));
            assertEquals(from.address, Ip.source(after));
            assertEquals(mapping.getKey().address, Ip.destination(after));
            assertEquals(mapping.getKey().port, protocol == Ip.ICMP ? Ip.identifier(after) : Ip.port(after));
            assertSameBeside(protocol, before, after);
            talk.usedAt = bed.nowMs;
            if (protocol == Ip.TCP) {
                talk.fromOutside(flags);
            }
        }

        private Map.Entry<Inside, Known> owner(int protocol, int port) {
            return known.entrySet().stream().filter(each -> each.getKey().protocol == protocol && each.getValue().port == port).findAny()
                .orElse(null);
        }

        /** A router outside cannot bring on what an inside host sent. */
        private void error() {
            forgetDead();
            if (known.isEmpty()) {
                return;
            }
            List<Map.Entry<Inside, Known>> all = new ArrayList<>(known.entrySet());
            Map.Entry<Inside, Known> one = all.get(random.nextInt(all.size()));
            Inside inside = one.getKey();
            Peer peer = anyPeer();
            byte[] original = leaving(inside, peer, TcpTrack.ACK, data());
            byte[] sent = leaving(new Inside(inside.protocol, NatBed.OUTSIDE, one.getValue().port), peer, TcpTrack.ACK,
                Arrays.copyOfRange(original, inside.protocol == Ip.TCP ? 40 : 28, original.length));
            int bytes = random.nextBoolean() ? 28 : original.length;
            byte[] frame = bed.in(Ip.frame(Ip.error(0xC633_64FE, NatBed.OUTSIDE, 11, sent, bytes)));
            boolean mine = one.getValue().talks.containsKey(key(inside.protocol, peer));
            assertNotNull(frame);
            assertEquals(!mine, frame.length == 0);
            if (mine) {
                byte[] after = Ip.of(frame);
                assertTrue(Ip.isSound(after));
                assertEquals(inside.address, Ip.destination(after));
                assertArrayEquals(Ip.payload(Ip.error(0xC633_64FE, inside.address, 11, original, bytes)), Ip.payload(after),
                    "the error is the one that would have come about the packet as it was sent");
            }
        }
    }

    @Test
    void whatIsLetThroughAndHowItIsRewrittenIsWhatTheModelSays() {
        for (long seed = SEED; seed < SEED + SEEDS; seed++) {
            Run run = new Run(seed);
            int step = 0;
            try {
                for (; step < STEPS; step++) {
                    run.step();
                }
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed " + seed + ", step " + step + ": run with -Dspine.seed=" + seed, e);
            }
        }
    }
}
