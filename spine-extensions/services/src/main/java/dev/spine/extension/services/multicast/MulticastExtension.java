package dev.spine.extension.services.multicast;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.Offload;
import dev.spine.extension.api.OutgoingMessage;
import dev.spine.extension.api.PacketFilter;
import dev.spine.extension.api.Route;
import dev.spine.extension.router.part.ExtensionParameters;
import dev.spine.extension.router.part.InternetChecksum;
import dev.spine.extension.services.packet.IpPrefix;
import dev.spine.extension.services.packet.PacketHeaders;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A card of a multicast tree. Parameters: {@code groups} (at most 16, {@code 239.1.2.3:5000}, separated by commas), {@code order} (the
 * priority number of its packet handlers, standard -40) and {@code key} (up to 16 hexadecimal digits, the same on all cards). Messages:
 * {@link MulticastProtocol}; the host side sends them.
 *
 * <p>What comes from the wire is passed on to later handlers and the host, whether the tree takes it or not.
 */
public final class MulticastExtension implements Extension {
    private static final int FORWARD_BACK = 10;
    private static final int HOST_BACK = 11;
    private static final int AGAIN = 12;
    private static final long AGAIN_NS = 20_000;
    private static final long OPENING_NS = 200_000;
    private static final int MAX_GROUPS = 16;
    private static final int STANDARD_ORDER = -40;
    private static final int WORK_BYTES = 9_216;
    private static final int IP_AT = PacketHeaders.MAC_BYTES;
    private static final int IP_BYTES = 20;
    private static final int MAX_HOPS = 64;
    private static final int GROUP_BITS = 0x7F_FFFF;
    private static final int LAST_PORT = 0xFFFF;

    private @Nullable Parts parts;
    /** The tree along which packets go that come in; null before the first one is activated. */
    private @Nullable Tree active;
    private boolean activeIsNotified = true;
    private int node;
    private int life;
    private int sequence;
    private boolean timerIsSet;
    private int lostGeneration;
    private long lostNodes;

    /** What exists from the start on. */
    private record Parts(ExtensionContext context, MulticastKey key, MulticastCounters counters, Tree one, Tree other, SeenPackets seen,
        Departures departures, Route answer, Route lost, Route deliver, Buffer work) {}

    /** Made by the card. */
    public MulticastExtension() {}

    @Override
    public void start(ExtensionContext context) {
        MulticastKey key = MulticastKey.of(context);
        MulticastCounters counters = new MulticastCounters(context);
        Buffer work = context.allocate(WORK_BYTES);
        if (work == null) {
            throw new IllegalStateException("the card has no " + WORK_BYTES + " bytes for packets: give the runtime more memory");
        }
        Parts made = new Parts(context, key, counters, new Tree(context, FORWARD_BACK), new Tree(context, FORWARD_BACK), new SeenPackets(),
            new Departures(context, key, counters, this::isLost), context.host(MulticastProtocol.ANSWER),
            context.host(MulticastProtocol.LOST), context.host(MulticastProtocol.DELIVER, HOST_BACK), work);
        parts = made;
        context.onMessage(MulticastProtocol.TREE, made, this::onTree);
        context.onMessage(MulticastProtocol.NEIGHBOUR, made, this::onNeighbour);
        context.onMessage(MulticastProtocol.ADDRESS, made, this::onAddress);
        context.onMessage(MulticastProtocol.ACTIVATE, made, this::onActivate);
        context.onMessage(MulticastProtocol.SEND, made, this::onSend);
        context.onMessage(MulticastProtocol.FORWARD, made, this::onForward);
        context.onMessage(FORWARD_BACK, made, this::onForwardBack);
        context.onMessage(HOST_BACK, made, this::onHostBack);
        context.onMessage(AGAIN, made, this::onAgain);
        int order = (int) ExtensionParameters.number(context, "order", STANDARD_ORDER, -32_768, 32_767);
        List<String> groups = ExtensionParameters.list(context, "groups");
        if (groups.isEmpty() || groups.size() > MAX_GROUPS) {
            throw new IllegalArgumentException("multicast needs the parameter groups with 1 to " + MAX_GROUPS
                + " groups, as in groups=239.1.2.3:5000");
        }
        for (String group : groups) {
            context.onPacket(order, filter(group), made, this::onPacket);
        }
    }

    private static PacketFilter filter(String text) {
        int colon = text.lastIndexOf(":");
        int port = 0;
        String digits = text.substring(colon + 1);
        for (int i = 0; i < digits.length() && port <= LAST_PORT; i++) {
            int digit = Character.digit(digits.charAt(i), 10);
            port = digit < 0 ? LAST_PORT + 1 : port * 10 + digit;
        }
        IpPrefix address = colon < 0 || text.indexOf('/') >= 0 ? null : IpPrefix.parse(text.substring(0, colon));
        // 224.0.0.0/24 never leaves its link (RFC 5771, 4).
        if (address == null || address.version() != 4 || address.low() >>> 28 != 0xE || address.low() >>> 8 == 0xE0_0000L || port < 1
            || port > LAST_PORT) {
            throw new IllegalArgumentException("'" + text + "' is no group: write 239.1.2.3:5000, an address of 224.0.1.0 to"
                + " 239.255.255.255 and a port of UDP");
        }
        return PacketFilter.udp(port).withDestination((int) address.low(), 32);
    }

    // --- the tree

    private @Nullable Tree tree(Parts given, int generation) {
        return given.one.generation() == generation ? given.one : given.other.generation() == generation ? given.other : null;
    }

    private boolean isOurs(Parts given, Message message) {
        if (message.kind() == Message.Kind.SMALL && given.key.fits(message)) {
            return true;
        }
        given.counters.count(MulticastCounters.MALFORMED);
        return false;
    }

    /** {@return whether the host takes the answer} */
    private boolean answer(Parts given, int generation, int what) {
        OutgoingMessage answer = given.context.message(given.answer);
        if (answer != null) {
            answer.word(0, node).word(1, generation).word(2, what).send();
        }
        return answer != null;
    }

    private void onTree(Parts given, Message message) {
        if (!isOurs(given, message)) {
            return;
        }
        Tree fresh = given.one == active ? given.other : given.one;
        int number = message.word(5);
        node = number;
        if (number < 1 || number > MulticastProtocol.MAX_CARDS || active != null && active.generation() == message.word(2)
            || !fresh.begin(message)) {
            given.counters.count(MulticastCounters.MALFORMED);
            answer(given, message.word(2), MulticastProtocol.REFUSED);
            return;
        }
        life = message.word(6) & 0xFFFF;
        notifyReady(given, fresh);
    }

    private void onNeighbour(Parts given, Message message) {
        Tree tree = isOurs(given, message) ? tree(given, message.word(2)) : null;
        if (tree != null && tree != active && tree.neighbour(message)) {
            notifyReady(given, tree);
        }
    }

    private void onAddress(Parts given, Message message) {
        Tree tree = isOurs(given, message) ? tree(given, message.word(2)) : null;
        if (tree != null && tree != active && tree.address(message)) {
            notifyReady(given, tree);
        }
    }

    private void notifyReady(Parts given, Tree tree) {
        if (tree.becomesReady() && answer(given, tree.generation(), MulticastProtocol.READY)) {
            tree.isNotified();
        } else if (tree.isOpening()) {
            again(given, OPENING_NS);
        }
    }

    private void onActivate(Parts given, Message message) {
        Tree tree = isOurs(given, message) ? tree(given, message.word(2)) : null;
        if (tree == null || !tree.isReady()) {
            answer(given, message.word(2), MulticastProtocol.REFUSED);
            return;
        }
        active = tree;
        notifyActive(given);
    }

    private void notifyActive(Parts given) {
        Tree tree = active;
        activeIsNotified = tree == null || answer(given, tree.generation(), MulticastProtocol.ACTIVE);
        if (!activeIsNotified) {
            again(given, OPENING_NS);
        }
    }

    // --- what comes in

    private static long address(Buffer frame, int at) {
        return (long) frame.u16(at) << Integer.SIZE | frame.i32(at + 2) & 0xFFFF_FFFFL;
    }

    private void onPacket(Parts given, Message message) {
        message.pass();
        Tree tree = active;
        if (tree == null) {
            given.counters.count(MulticastCounters.NO_TREE);
            return;
        }
        if (!tree.does(MulticastProtocol.INGRESS)) {
            return;
        }
        Buffer frame = message.buffer();
        if (message.offload() != Offload.NONE) {
            given.counters.count(MulticastCounters.UNFINISHED);
        } else if (tree.isCard(address(frame, 6))) {
            given.counters.count(MulticastCounters.OF_THE_TREE);
        } else if (!isSound(frame)) {
            given.counters.count(MulticastCounters.MALFORMED);
        } else if (frame.u8(IP_AT + 8) <= 1) {
            given.counters.count(MulticastCounters.HOPS);
        } else {
            begin(given, tree, frame, MulticastProtocol.PACKET);
        }
    }

    /** {@return whether a frame has a whole header of IPv4 with right lengths and checksum, whose source is one host} */
    private static boolean isSound(Buffer frame) {
        int bytes = frame.length() < IP_AT + IP_BYTES ? 0 : (frame.u8(IP_AT) & 0xF) * 4;
        int network = bytes < IP_BYTES ? 0 : frame.u8(IP_AT + 12);
        return bytes >= IP_BYTES && IP_AT + frame.u16(IP_AT + 2) <= frame.length() && frame.u16(IP_AT + 2) >= bytes
            && network > 0 && network < 0xE0 && InternetChecksum.fold(InternetChecksum.sum(frame, IP_AT, bytes, 0)) == 0;
    }

    private void onSend(Parts given, Message message) {
        Tree tree = active;
        if (message.kind() != Message.Kind.BULK || !given.key.fits(message)) {
            given.counters.count(MulticastCounters.MALFORMED);
        } else if (tree == null) {
            given.counters.count(MulticastCounters.NO_TREE);
        } else {
            begin(given, tree, message.buffer(), MulticastProtocol.DATA);
        }
    }

    private void begin(Parts given, Tree tree, Buffer data, int kind) {
        given.counters.count(MulticastCounters.TAKEN);
        sequence++;
        given.seen.isNew(node, life, sequence);
        forward(given, tree, 0, data, node, life, sequence, MAX_HOPS, kind);
        if (tree.does(MulticastProtocol.HOST)) {
            deliver(given, data, node, sequence, kind);
        }
    }

    private void forward(Parts given, Tree tree, int but, Buffer data, int origin, int originLife, int number, int hops, int kind) {
        given.departures.send(tree, but, data, origin << 24 | node << 16 | originLife, number, hops, kind);
        if (given.departures.areWaiting()) {
            again(given, AGAIN_NS);
        }
    }

    // --- what comes along the tree

    private void onForward(Parts given, Message message) {
        if (message.kind() != Message.Kind.BULK || !given.key.fits(message)) {
            given.counters.count(MulticastCounters.MALFORMED);
            return;
        }
        Tree tree = tree(given, message.word(2));
        int origin = message.word(3) >>> 24;
        int from = message.word(3) >>> 16 & 0xFF;
        int originLife = message.word(3) & 0xFFFF;
        int hops = message.word(5) >>> 8;
        int kind = message.word(6);
        if (origin < 1 || origin > MulticastProtocol.MAX_CARDS || kind != MulticastProtocol.PACKET && kind != MulticastProtocol.DATA
            || hops > MAX_HOPS || kind == MulticastProtocol.PACKET && !isSound(message.buffer())) {
            given.counters.count(MulticastCounters.MALFORMED);
        } else if (tree == null || message.word(2) == 0 || !tree.isReady()) {
            given.counters.count(MulticastCounters.OLD_TREE);
        } else if (!given.seen.isNew(origin, originLife, message.word(4))) {
            given.counters.count(MulticastCounters.DUPLICATE);
        } else {
            if (hops > 1) {
                forward(given, tree, from, message.buffer(), origin, originLife, message.word(4), hops - 1, kind);
            } else {
                given.counters.count(MulticastCounters.HOPS);
            }
            if (kind == MulticastProtocol.PACKET && tree.does(MulticastProtocol.WIRE)) {
                toWire(given, message.buffer());
            }
            if (tree.does(MulticastProtocol.HOST)) {
                deliver(given, message.buffer(), origin, message.word(4), kind);
            }
        }
    }

    private static void toWire(Parts given, Buffer frame) {
        int bytes = frame.length();
        if (bytes > given.work.length() || frame.u8(IP_AT + 8) <= 1) {
            given.counters.count(MulticastCounters.MALFORMED);
            return;
        }
        Buffer work = given.work;
        work.copyFrom(0, frame, 0, bytes);
        long own = given.context.hardwareAddress();
        work.put16(0, 0x0100);
        work.put32(2, 0x5E00_0000 | frame.i32(IP_AT + 16) & GROUP_BITS);
        work.put16(6, (int) (own >>> 32));
        work.put32(8, (int) own);
        int before = frame.u16(IP_AT + 8);
        work.put16(IP_AT + 8, before - 0x100);
        work.put16(IP_AT + 10, InternetChecksum.changed16(frame.u16(IP_AT + 10), before, before - 0x100));
        given.counters.count(given.context.transmit(work, 0, bytes) ? MulticastCounters.TO_WIRE : MulticastCounters.WIRE_FULL);
    }

    private static void deliver(Parts given, Buffer data, int origin, int number, int kind) {
        OutgoingMessage message = given.context.message(given.deliver);
        if (message == null) {
            given.counters.count(MulticastCounters.HOST_BUSY);
            return;
        }
        message.word(0, origin).word(1, number).word(2, kind).data(data, 0, data.length()).send();
        given.counters.count(MulticastCounters.TO_HOST);
    }

    private void onHostBack(Parts given, Message message) {
        if (message.kind() == Message.Kind.RETURNED) {
            given.counters.count(MulticastCounters.HOST_BUSY);
        }
    }

    /** A neighbour has not taken a packet: the host side is told, once for each neighbour and tree. */
    private void onForwardBack(Parts given, Message message) {
        if (message.kind() != Message.Kind.RETURNED) {
            return;
        }
        given.counters.count(MulticastCounters.NEIGHBOUR_LOST);
        isLost(message.word(2), message.word(5) & 0xFF);
    }

    private void isLost(int generation, int lost) {
        Parts given = parts;
        if (given == null) {
            return;
        }
        if (generation != lostGeneration) {
            lostGeneration = generation;
            lostNodes = 0;
        }
        if ((lostNodes & 1L << lost) == 0) {
            OutgoingMessage notify = given.context.message(given.lost);
            if (notify != null) {
                notify.word(0, node).word(1, generation).word(2, lost).send();
                lostNodes |= 1L << lost;
            }
        }
    }

    // --- time

    private void again(Parts given, long delayNs) {
        if (!timerIsSet) {
            timerIsSet = given.context.timer(delayNs, AGAIN, 0);
        }
    }

    private void onAgain(Parts given, Message message) {
        timerIsSet = false;
        notifyReady(given, given.one);
        notifyReady(given, given.other);
        if (!activeIsNotified) {
            notifyActive(given);
        }
        if (given.departures.resume()) {
            again(given, AGAIN_NS);
        }
    }
}
