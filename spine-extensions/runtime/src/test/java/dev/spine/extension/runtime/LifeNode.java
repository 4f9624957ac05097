package dev.spine.extension.runtime;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.runtime.load.LoadOptions;
import dev.spine.extension.runtime.message.RuntimeProtocol;
import dev.spine.extension.runtime.message.Undelivered;
import dev.spine.extension.runtime.network.NetworkCounters.Counter;
import dev.spine.extension.runtime.network.WireFormat;
import dev.spine.extension.runtime.parts.RuntimeParts;
import dev.spine.extension.runtime.quota.Quota;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.iop.bus.Access;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.bus.Region;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import sample.Porter;

/** One of the two nodes of a {@link LifeSeed}: a card, its host, a peer, and what they remember. */
final class LifeNode {
    private static final byte PAINT = 0x5A;
    private static final byte[] PAINTED = painted();
    /** The type of a frame with an unreliable message: docs/extension-reference.md. */
    private static final int UNRELIABLE_TYPE = 1;
    private static final int BULK_AT = 600 << 10;
    private static final int INSTANCES = 4;
    private static final int REGION_BYTES = 4096;
    private static final int WINDOW_AT = 512;
    private static final int WINDOW_BYTES = 1500;
    private static final int MAX_GRANTS = 4;
    private static final long ADDRESSES = 0x02_00_00_00_00_00L;

    /** Memory that the host has granted. */
    private static final class Grant {
        final Region region;
        final long token;
        final int instance;
        byte @Nullable [] after;
        boolean ended;

        Grant(Region region, long token, int instance) {
            this.region = region;
            this.token = token;
            this.instance = instance;
        }

        byte[] bytes() {
            return region.memory().toArray(ValueLayout.JAVA_BYTE);
        }
    }

    final Card card = new Card();
    private final LifeSeed life;
    private final int address;
    private final PeerOfCard peer = card.connectPeer();
    private final Set<ClassLoader> noted = new HashSet<>();
    private final Map<Integer, LifeSeed.Route> ordered = new HashMap<>();
    private final List<Grant> grants = new ArrayList<>();
    /** The first region that an instance was granted, if it was granted one only and has not been another instance since. */
    private final Map<Integer, Grant> ownGrants = new HashMap<>();
    private int wireSeen;
    private int lostOnTheWire;
    private int postedByPeer;
    private int answeredToPeer;
    private int refusals;

    LifeNode(LifeSeed life, int address) {
        this.life = life;
        this.address = address;
        card.port.hardwareAddress = ADDRESSES | address;
        card.listen();
        card.runtime.card().parts().memory().region().memory().fill(PAINT);
        card.runtime.card().parts().deviceMemory().region().memory().fill(PAINT);
        card.hostMemory.memory().fill(PAINT);
    }

    private static byte[] painted() {
        byte[] bytes = new byte[1 << 20];
        Arrays.fill(bytes, PAINT);
        return bytes;
    }

    // --- life

    void load(byte[] image, LoadOptions options) {
        if (card.runtime.card().table().get(INSTANCES) == null) {
            card.beginLoad(image, options);
            life.pass(8, 250_000);
        }
    }

    byte[] imageOf(int number) {
        ExtensionInstance instance = card.runtime.card().table().get(number);
        return instance != null && instance.name().endsWith("Lender") ? LifeSeed.LENDER : LifeSeed.PORTER;
    }

    /** Remembers the class loaders of all versions that there are now. */
    void note() {
        for (int number = 1; number <= INSTANCES; number++) {
            ExtensionInstance instance = card.runtime.card().table().get(number);
            if (instance == null) {
                ownGrants.remove(number);
                continue;
            }
            note(instance.version());
            VersionTrial trial = instance.versions().trial();
            if (trial != null) {
                note(trial.before());
            }
        }
    }

    private void note(ExtensionVersion version) {
        ClassLoader loader = version.entry().getClass().getClassLoader();
        if (noted.add(loader)) {
            life.note(loader);
        }
    }

    void unloadAll() {
        for (int number = 1; number <= INSTANCES; number++) {
            ExtensionInstance instance = card.runtime.card().table().get(number);
            if (instance != null) {
                life.totals.cut += instance.holdings().refusedTransfers();
                card.unload(number);
            }
        }
        noted.clear();
    }

    // --- messages

    void order(int instance, int number, int order, int... words) {
        int[] all = new int[2 + words.length];
        all[0] = order;
        all[1] = number;
        System.arraycopy(words, 0, all, 2, words.length);
        ordered.put(number, order < sample.Lender.OPEN ? routeOf(order) : LifeSeed.Route.GIVEN);
        card.small(instance, 1, all);
    }

    private static LifeSeed.Route routeOf(int order) {
        return order == Porter.LOCAL ? LifeSeed.Route.LOCAL : order == Porter.RELIABLY ? LifeSeed.Route.RELIABLE
            : LifeSeed.Route.UNRELIABLE;
    }

    void small(int instance, int number, int order, int more, int handler) {
        order(instance, number, order, more, handler, 16 - address);
    }

    /** {@return how the message went that an extension has sent because of one with this number} */
    LifeSeed.Route orderedRoute(int number) {
        return ordered.getOrDefault(number, LifeSeed.Route.LOCAL);
    }

    /** To all that are there. */
    void toAll(int order) {
        for (int number = 1; number <= INSTANCES; number++) {
            if (card.runtime.card().table().get(number) != null) {
                order(number, life.next(LifeSeed.Route.HOST), order);
            }
        }
    }

    void bulk(int instance, int number) {
        int bytes = 1 + life.random.nextInt(3000);
        card.post(Function.SMALL_MESSAGE, RuntimeProtocol.controlWord(RuntimeProtocol.handlerNumber(instance, 1), 0,
            RuntimeProtocol.KIND_BULK), Porter.NOTIFY, number, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xD400_0000 | bytes,
            (int) card.hostMemory.base() + BULK_AT);
    }

    void packet(int number) {
        byte[] packet = UdpPacket.to(7000);
        MemorySegment.ofArray(packet).set(ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN), 44, number);
        card.port.arrive(packet);
    }

    boolean canAsPeer() {
        return postedByPeer - answeredToPeer < PeerOfCard.FRAMES;
    }

    void asPeer(int instance, int number) {
        postedByPeer++;
        peer.post(Function.SMALL_MESSAGE, RuntimeProtocol.controlWord(RuntimeProtocol.handlerNumber(instance, 1), 0,
            RuntimeProtocol.KIND_CREDITED), Porter.NOTIFY, number, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    }

    /** Frames go to the other node, or are lost on the way: {@return whether there were any}. */
    boolean carryTo(LifeNode other) {
        boolean any = false;
        for (; wireSeen < card.port.sent.size(); wireSeen++) {
            byte[] frame = card.port.sent.get(wireSeen);
            any = true;
            assertEquals(WireFormat.ETHER_TYPE, (frame[12] & 0xFF) << 8 | frame[13] & 0xFF, "only messages leave this card");
            if (!life.isLost()) {
                other.card.port.arrive(frame);
            } else if (frame[WireFormat.TYPE] == UNRELIABLE_TYPE) {
                lostOnTheWire++;
            }
        }
        return any;
    }

    /** Takes what the card has sent to its host and its peer. */
    void collect() {
        card.port.takeHome();
        for (MessageFrame reply : card.arrivedReplies()) {
            if (reply.function() != Function.SMALL_MESSAGE) {
                continue;
            }
            if (reply.transactionContext() >>> 16 != 0 && reply.sizeWords() == RuntimeProtocol.SMALL_WORDS) {
                life.notified(this, reply.transactionContext() >>> 24, reply.word(4), reply.word(5), reply.word(6) == 1, reply.word(7),
                    reply.word(8));
            } else {
                refusals++;
            }
        }
        answeredToPeer += peer.arrivedAnswers().size();
    }

    // --- memory of the host

    void grant(int instance, int number) {
        if (grants.size() >= MAX_GRANTS) {
            life.refused(number);
            return;
        }
        Region region = card.bus.allocate("granted " + grants.size(), BusAgent.host(), Access.OWNER, REGION_BYTES);
        region.memory().fill(PAINT);
        long token = card.bus.grants().grant(region, WINDOW_AT, WINDOW_BYTES, WINDOW_BYTES, 1, card.cardBusAgent, true);
        Grant grant = new Grant(region, token, instance);
        grants.add(grant);
        long base = region.base() + WINDOW_AT;
        int[] words = new int[18];
        words[0] = number;
        words[12] = (int) token;
        words[13] = (int) (token >>> 32);
        words[14] = (int) base;
        words[15] = (int) (base >>> 32);
        words[16] = WINDOW_BYTES;
        words[17] = 1;
        card.post(Function.SMALL_MESSAGE, RuntimeProtocol.controlWord(RuntimeProtocol.handlerNumber(instance, 2), 0,
            RuntimeProtocol.KIND_REGION), words);
        ownGrants.put(instance, grants.stream().filter(other -> other.instance == instance).count() == 1 ? grant : null);
    }

    /** {@return an instance that was granted a region which was not taken back, or 1} */
    int grantedOnes() {
        return grants.stream().filter(grant -> !grant.ended).map(grant -> grant.instance).findFirst().orElse(1);
    }

    /** The host takes a region back: on this engine nothing lands any more at once. */
    void revokeOfHost() {
        for (Grant grant : grants) {
            if (!grant.ended) {
                grant.ended = true;
                card.engine.tasks(card.kernel).run(() -> assertTrue(card.bus.grants().revoke(grant.token)));
                grant.after = grant.bytes();
                life.totals.hostRevocations++;
                return;
            }
        }
    }

    /** An extension has given its whole region back, and that is complete. */
    void regionRevoked(int instance) {
        Grant grant = ownGrants.get(instance);
        if (grant != null && grant.after == null) {
            grant.after = grant.bytes();
        }
    }

    // --- the end

    /** Adds what this node has counted of messages that were not handled. */
    void count(Map<String, Long> counted) {
        counted.merge("dropped", card.runtime.dropped(), Long::sum);
        counted.merge("undeliverable", card.runtime.undeliverable(), Long::sum);
        counted.merge("declined", (long) card.port.declined, Long::sum);
        counted.merge("failed", card.runtime.card().instances().failedActivations(), Long::sum);
        var network = card.runtime.card().dispatcher().network().transport().counters();
        counted.merge("lost", network.get(Counter.MESSAGES_LOST), Long::sum);
        counted.merge("returned", network.get(Counter.MESSAGES_RETURNED), Long::sum);
        counted.merge("abandoned", network.get(Counter.MESSAGES_ABANDONED), Long::sum);
        counted.merge("wire", (long) lostOnTheWire, Long::sum);
    }

    String text() {
        return card.runtime.card().dispatcher().local().undelivered() + ", "
            + card.runtime.card().dispatcher().network().transport().counters();
    }

    void check() {
        assertEquals(0, card.loadedInstances(), "instances");
        assertEquals(postedByPeer, answeredToPeer, "messages of the peer that were answered");
        assertTrue(refusals <= card.runtime.card().dispatcher().local().undelivered().of(Undelivered.Reason.REFUSED),
            "refusals that are not counted");
        assertEquals(0, card.runtime.memoryInUse(), "memory in use");
        assertTrue(card.runtime.card().parts().memory().isWhole() && card.runtime.card().parts().deviceMemory().isWhole(), "free list");
        assertTrue(card.allFramesAreFree(), "frames");
        assertEquals(card.port.taken, card.port.returned, "packets");
        RuntimeParts parts = card.runtime.card().parts();
        assertPainted(parts.memory().region().memory(), parts.memory().everLent(), "card memory that was never lent");
        assertPainted(parts.deviceMemory().region().memory(), parts.deviceMemory().everLent(), "device memory");
        assertPainted(card.hostMemory.memory(), BULK_AT, "host memory that was not named");
        grants.forEach(LifeNode::check);
        assertEquals(0, card.runtime.card().parts().owners().all().stream().filter(owner -> owner.quotas().used(Quota.BUFFERS) != 0
            || owner.quotas().used(Quota.TIMERS) != 0 || owner.quotas().used(Quota.HANDLERS) != 0
            || owner.quotas().used(Quota.MEMORY) != 0 || owner.quotas().used(Quota.HEAP) != 0).count(), "ledgers");
        for (int number = 1; number <= INSTANCES; number++) {
            assertNull(card.runtime.card().table().get(number));
        }
    }

    private static void check(Grant grant) {
        byte[] now = grant.bytes();
        for (int i = 0; i < now.length; i++) {
            boolean inside = i >= WINDOW_AT && i < WINDOW_AT + WINDOW_BYTES;
            assertTrue(now[i] == PAINT || inside && now[i] == 0x77, "byte " + i + " of a region has changed");
        }
        if (grant.after != null) {
            assertArrayEquals(grant.after, now, "a region has changed after its revocation");
        }
    }

    private static void assertPainted(MemorySegment memory, long from, String what) {
        MemorySegment rest = memory.asSlice(from);
        assertEquals(-1, rest.mismatch(MemorySegment.ofArray(PAINTED).asSlice(0, rest.byteSize())), what);
    }
}
