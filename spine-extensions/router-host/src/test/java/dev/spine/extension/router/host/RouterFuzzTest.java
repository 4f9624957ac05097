package dev.spine.extension.router.host;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.spine.extension.router.host.address.Prefix;
import dev.spine.extension.runtime.quota.InstanceStatus;
import dev.spine.iop.packet.wire.Address;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Headers of any content never stop a card, and each packet is counted exactly once. */
class RouterFuzzTest {
    private static final int BATCH = 100;

    private static void run(int batches) {
        long seed = Long.getLong("spine.seed", System.nanoTime());
        SplittableRandom random = new SplittableRandom(seed);
        List<OddPacket> corpus = OddPacket.corpus();
        try (RouterRig rig = new RouterRig(RouterRig.Kind.LIVE, 1, 3,
            RouterSettings.STANDARD.withTableBytes(64 << 10).withIcmpLimit(1_000_000, 1_000_000))) {
            rig.router.mtu(3, 600);
            rig.router.route(Prefix.parse("0.0.0.0/1"), new NextHop.Via(2, Address.parse("10.0.2.2")));
            rig.router.route(Prefix.parse("128.0.0.0/2"), new NextHop.Via(3, Address.parse("10.0.3.2")));
            rig.router.route(Prefix.parse("2001::/16"), new NextHop.Via(3, Address.parse("2001:db8:3::2")));
            rig.acknowledge();
            rig.await("the ways between the cards", () -> {
                rig.card(1).inject(TestPacket.udp4(1, "10.0.2.2", 0, 18), TestPacket.udp4(1, "10.0.3.2", 0, 18));
                return rig.card(2).received() > 0 && rig.card(3).received() > 0;
            });
            rig.pass(2_000_000);
            long sent = counted(rig);
            for (int batch = 0; batch < batches; batch++) {
                byte[][] frames = new byte[BATCH][];
                for (int i = 0; i < BATCH; i++) {
                    frames[i] = mutated(corpus.get(random.nextInt(corpus.size())).frame(), random);
                    sent += isIp(frames[i]) ? 1 : 0;
                }
                rig.card(1).inject(frames);
                rig.card(1).stationTasks.await("the frames to be sent", rig.card(1).station::isIdle);
            }
            rig.pass(5_000_000);
            for (RouterRig.Card card : rig.cards) {
                InstanceStatus status = card.runtime.inspect(rig.router.instance(card.number), 0);
                assertEquals("running", status.state(), status.failure() + status.stack());
            }
            long all = sent;
            rig.await("each packet to be counted once", () -> counted(rig) == all);
        } catch (RuntimeException | AssertionError e) {
            throw new AssertionError("with -Dspine.seed=" + seed + ": " + e.getMessage(), e);
        }
    }

    private static long counted(RouterRig rig) {
        RouterCounters counters = rig.router.counters(1);
        return counters.forwarded() + counters.toHost() + counters.dropped();
    }

    private static boolean isIp(byte[] frame) {
        int type = (frame[12] & 0xFF) << 8 | frame[13] & 0xFF;
        return type == 0x0800 || type == 0x86DD;
    }

    /** Some bytes behind the addresses are others, and its length may be another. */
    static byte[] mutated(byte[] frame, SplittableRandom random) {
        List<Integer> places = new ArrayList<>();
        for (int i = random.nextInt(6); i >= 0; i--) {
            places.add(12 + random.nextInt(Math.min(frame.length - 12, 60)));
        }
        byte[] out = Arrays.copyOf(frame, random.nextInt(4) == 0 ? 14 + random.nextInt(frame.length - 13) : frame.length);
        for (int place : places) {
            if (place < out.length) {
                out[place] = (byte) (random.nextBoolean() ? random.nextInt() : random.nextInt(2) * 255);
            }
        }
        if (out.length >= 34 && out[12] == 8 && out[13] == 0 && random.nextInt(4) != 0) {
            int header = Math.min((out[14] & 0xF) * 4, out.length - 14);
            out[24] = 0;
            out[25] = 0;
            int sum = ~TestPacket.sum(out, 14, Math.max(20, header));
            out[24] = (byte) (sum >>> 8);
            out[25] = (byte) sum;
        }
        return out;
    }

    @Test
    void anyHeaderIsForwardedOrDroppedOrTheHosts() {
        run(60);
    }

    @Test
    @Tag("full")
    void amongManyHeadersIsNoneThatStopsACard() {
        run(3_000);
    }
}
