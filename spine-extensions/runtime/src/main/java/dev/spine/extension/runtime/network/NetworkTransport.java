package dev.spine.extension.runtime.network;

import dev.spine.extension.api.ReturnReason;
import dev.spine.extension.api.ServiceLevel;
import dev.spine.extension.runtime.network.NetworkCounters.Counter;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.Op;
import dev.spine.iop.packet.PacketPort;
import dev.spine.iop.packet.wire.EtherType;
import dev.spine.iop.packet.wire.MacAddress;
import java.lang.foreign.MemorySegment;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Carries messages between this card and those of other nodes. Belongs to the card's agent; what arrives from the wire never throws.
 */
public final class NetworkTransport {
    /** How long nothing is heard of a node before its place may become another's. */
    static final long QUIET_NS = 10_000_000_000L;
    private static final ReturnReason[] REASONS = ReturnReason.values();

    private final AgentContext agent;
    private final FrameSender wire;
    private final MessageSink sink;
    private final NetworkSettings settings;
    private final NetworkCounters counters = new NetworkCounters();
    private final NodeSlots nodes;
    private final Returnables returnables;
    private final int[] arrived = new int[WireFormat.MESSAGE_WORDS];
    private int nextGreeting;
    /** Whether something can be done before the next deadline. */
    private boolean pressing;
    private long deadlineNs = Long.MAX_VALUE;

    /**
     * A transport without traffic.
     *
     * @param agent the card's
     * @param ports the card's wire, null while there is none
     * @param sink the runtime
     * @param settings how much is kept, and how long is waited
     */
    public NetworkTransport(AgentContext agent, Supplier<@Nullable PacketPort> ports, MessageSink sink, NetworkSettings settings) {
        this.agent = agent;
        agent.counts("network", counters);
        this.wire = new FrameSender(agent, ports);
        this.sink = sink;
        this.settings = settings;
        this.nodes = new NodeSlots(settings, counters, sink);
        // Numbers that another life of this card has hardly used: its stream of randomness is the same in each, its clock is not.
        long clock = agent.nowNs();
        this.nextGreeting = agent.random().nextInt() ^ (int) (clock >>> 10);
        this.returnables = new Returnables(settings, counters, agent.random().nextInt() ^ (int) clock);
    }

    /** {@return what was counted} */
    public NetworkCounters counters() {
        return counters;
    }

    // --- sending

    /**
     * {@return whether a message could be sent now; if not, and it is a matter of time, the sender was held and that is counted}
     *
     * @param instance the sender, 0 for the runtime itself
     * @param destination hardware address of the other node's card
     * @param level what is promised
     * @param receiver the instance there
     */
    public boolean canSend(int instance, long destination, ServiceLevel level, int receiver) {
        boolean can = switch (level) {
            case UNRELIABLE -> true;
            case RETURN_TO_SENDER -> returnables.hasRoom(instance);
            case RELIABLE -> {
                RemoteNode node = nodes.findOrEnter(destination, sink.ownerOf(instance), agent.nowNs());
                SendChannel channel = node == null ? null : node.find(instance, receiver);
                yield channel != null && channel.hasRoom();
            }
        };
        if (!can) {
            counters.increment(Counter.SENDERS_HELD);
        }
        return can;
    }

    /**
     * Sends a message.
     *
     * @param instance the sender, 0 for the runtime itself
     * @param destination hardware address of the other node's card
     * @param level what is promised
     * @param returnHandler where the sender wants the message if it comes back, 0 for nowhere
     * @param words its 16 words; they are copied
     * @param data what follows it, lent until it is let go, or null; only on the reliable level
     * @param offset where in the data
     * @param bytes how many, 1 to {@link WireFormat#MAX_DATA_BYTES}, 0 without data
     * @return false when there was no room, or the card has no wire: nothing was sent, and the data are not held
     */
    public boolean send(int instance, long destination, ServiceLevel level, int returnHandler, int[] words, @Nullable OutgoingData data,
        int offset, int bytes) {
        if (!wire.hasWire() || !canSend(instance, destination, level, words[WireFormat.CONTROL_WORD] >>> WireFormat.INSTANCE_SHIFT)) {
            return false;
        }
        counters.increment(Counter.MESSAGES_SENT);
        switch (level) {
            case UNRELIABLE -> {
                if (!wire.begin(destination, WireFormat.MESSAGE, 0).send(words, 0)) {
                    counters.increment(Counter.MESSAGES_LOST);
                }
            }
            case RETURN_TO_SENDER -> {
                returnables.enter(destination, instance, returnHandler, words, agent.nowNs());
                pressing = true;
            }
            case RELIABLE -> {
                RemoteNode node = nodes.find(destination);
                SendChannel channel =
                    node == null ? null : node.find(instance, words[WireFormat.CONTROL_WORD] >>> WireFormat.INSTANCE_SHIFT);
                if (channel == null) {
                    return false;
                }
                channel.enter(words, returnHandler, data, offset, bytes, agent.nowNs());
                // So the next message has its place at once, if the window has one.
                channel.fill(wire.fragmentBytes());
                pressing = true;
            }
        }
        return true;
    }

    // --- frames from the wire

    /**
     * Takes a frame.
     *
     * @param memory where it is
     * @param offset its first byte
     * @param length its bytes
     * @return whether it was one between runtimes; the caller releases it either way
     */
    public boolean onFrame(MemorySegment memory, long offset, int length) {
        if (length < WireFormat.VERSION_BYTE || EtherType.of(memory, offset) != WireFormat.ETHER_TYPE) {
            return false;
        }
        agent.charge(Op.PARSE_FRAME);
        int type = length < WireFormat.PAYLOAD ? 0 : WireFormat.u8(memory, offset + WireFormat.TYPE);
        int payload = length < WireFormat.PAYLOAD ? 0 : WireFormat.u16(memory, offset + WireFormat.PAYLOAD_BYTES);
        if (type < 1 || type > WireFormat.LAST_TYPE || WireFormat.u8(memory, offset + WireFormat.VERSION_BYTE) != WireFormat.VERSION
            || payload > length - WireFormat.PAYLOAD || hasMessage(type) && payload < WireFormat.MESSAGE_BYTES) {
            counters.increment(Counter.FRAMES_MALFORMED);
            return true;
        }
        long source = MacAddress.source(memory, offset);
        if (MacAddress.isGroup(source)) {
            counters.increment(Counter.FRAMES_MALFORMED);
            return true;
        }
        if (hasMessage(type)) {
            for (int i = 0; i < WireFormat.MESSAGE_WORDS; i++) {
                arrived[i] = WireFormat.i32(memory, offset + WireFormat.PAYLOAD + (long) Integer.BYTES * i);
            }
        }
        int generation = WireFormat.i32(memory, offset + WireFormat.GENERATION);
        switch (type) {
            case WireFormat.MESSAGE -> onSingle(source);
            case WireFormat.RETURNABLE -> onReturnable(source, generation);
            case WireFormat.TAKEN -> returnables.answered(source, generation, ReturnReason.NONE);
            case WireFormat.RETURNED -> {
                returnables.answered(source, generation, reasonOf(memory, offset));
                pressing = true;
            }
            case WireFormat.HELLO -> onHello(source, generation);
            case WireFormat.DATA_MESSAGE, WireFormat.DATA_FRAGMENT -> onData(source, type, memory, offset, payload);
            default -> onAnswer(source, type, memory, offset);
        }
        return true;
    }

    private static boolean hasMessage(int type) {
        return type == WireFormat.MESSAGE || type == WireFormat.RETURNABLE || type == WireFormat.DATA_MESSAGE;
    }

    private static ReturnReason reasonOf(MemorySegment memory, long offset) {
        int code = WireFormat.u8(memory, offset + WireFormat.REASON);
        return code > 0 && code < REASONS.length ? REASONS[code] : ReturnReason.NO_ANSWER;
    }

    private void onSingle(long source) {
        if (sink.admission(source, arrived, 0) == MessageSink.Admission.TAKEN) {
            counters.increment(Counter.MESSAGES_DELIVERED);
            sink.deliver(source, ServiceLevel.UNRELIABLE, arrived, null);
        } else {
            counters.increment(Counter.MESSAGES_LOST);
        }
    }

    private void onReturnable(long source, int number) {
        ReturnReason reason = switch (sink.admission(source, arrived, 0)) {
            case TAKEN -> ReturnReason.NONE;
            case FULL -> ReturnReason.RECEIVER_FULL;
            case NO_RECEIVER, TOO_LARGE -> ReturnReason.NO_RECEIVER;
        };
        boolean taken = reason == ReturnReason.NONE;
        counters.increment(taken ? Counter.MESSAGES_DELIVERED : Counter.MESSAGES_REFUSED);
        if (taken) {
            sink.deliver(source, ServiceLevel.RETURN_TO_SENDER, arrived, null);
        }
        // If the wire takes no answer the sender's patience ends; it is told then that nothing is known.
        wire.begin(source, taken ? WireFormat.TAKEN : WireFormat.RETURNED, 0).generation(number).reason(reason.ordinal()).send();
    }

    private void onHello(long source, int number) {
        RemoteNode node = nodes.findOrAdmit(source, agent.nowNs());
        if (node == null) {
            return;
        }
        node.heardNs = agent.nowNs();
        int session = node.onGreeting(number, freshSession());
        if (session == 0) {
            counters.increment(Counter.FRAMES_STALE);
            return;
        }
        // Without an answer the greeting comes again.
        wire.begin(source, WireFormat.WELCOME, session).generation(number).send();
    }

    /** Who is given a session must not know those of others from it. With the clock, another life of this card has others. */
    private int freshSession() {
        int fresh = (int) (agent.secret() ^ agent.nowNs() >>> Byte.SIZE);
        return fresh == 0 ? 1 : fresh;
    }

    private void onData(long source, int type, MemorySegment memory, long offset, int payload) {
        int session = WireFormat.i32(memory, offset + WireFormat.SESSION);
        RemoteNode node = nodes.find(source);
        if (node == null || !node.admits(session)) {
            counters.increment(Counter.FRAMES_STALE);
            wire.begin(source, WireFormat.UNKNOWN_SESSION, session).send();
            return;
        }
        node.heardNs = agent.nowNs();
        ReceiveChannel channel = node.receiving(WireFormat.u8(memory, offset + WireFormat.CHANNEL));
        int bytes = WireFormat.i32(memory, offset + WireFormat.DATA_BYTES);
        if (channel == null || type == WireFormat.DATA_MESSAGE && (bytes < 0 || bytes > WireFormat.MAX_DATA_BYTES)) {
            counters.increment(Counter.FRAMES_MALFORMED);
            return;
        }
        if (!channel.admits(WireFormat.i32(memory, offset + WireFormat.GENERATION))) {
            return;
        }
        int sequence = WireFormat.i32(memory, offset + WireFormat.SEQUENCE);
        boolean isAsked = WireFormat.u8(memory, offset + WireFormat.REASON) != 0;
        if (type == WireFormat.DATA_MESSAGE) {
            channel.onMessage(sequence, isAsked, arrived, bytes, agent.nowNs());
        } else {
            agent.charge(Op.TOUCH_BYTE, payload);
            channel.onFragment(sequence, isAsked, memory, offset + WireFormat.PAYLOAD, payload, agent.nowNs());
        }
        pressing = true;
    }

    /** Something about what this card has sent: a session's number, what has arrived, what is not taken. */
    private void onAnswer(long source, int type, MemorySegment memory, long offset) {
        RemoteNode node = nodes.find(source);
        int session = WireFormat.i32(memory, offset + WireFormat.SESSION);
        int generation = WireFormat.i32(memory, offset + WireFormat.GENERATION);
        if (type == WireFormat.WELCOME) {
            if (node == null || node.outgoing != RemoteNode.Outgoing.GREETING || generation != node.greeting || session == 0) {
                counters.increment(Counter.FRAMES_STALE);
                return;
            }
            node.outgoing = RemoteNode.Outgoing.OPEN;
            node.welcomed = true;
            node.outgoingSession = session;
            node.heardNs = agent.nowNs();
            pressing = true;
            return;
        }
        if (node == null || node.outgoing != RemoteNode.Outgoing.OPEN || node.outgoingSession != session) {
            counters.increment(Counter.FRAMES_STALE);
            return;
        }
        node.heardNs = agent.nowNs();
        pressing = true;
        if (type == WireFormat.UNKNOWN_SESSION) {
            counters.increment(Counter.SESSIONS_LOST);
            endSession(node, ReturnReason.RECEIVER_RESTARTED);
            return;
        }
        SendChannel channel = node.sendChannel(WireFormat.u8(memory, offset + WireFormat.CHANNEL));
        if (channel == null) {
            counters.increment(Counter.FRAMES_MALFORMED);
            return;
        }
        int expected = WireFormat.i32(memory, offset + WireFormat.EXPECTED);
        if (type == WireFormat.CLOSED) {
            channel.closed(generation, expected, reasonOf(memory, offset), agent.nowNs());
        } else {
            channel.acknowledged(generation, expected, WireFormat.i32(memory, offset + WireFormat.WINDOW), agent.nowNs());
        }
    }

    private static void endSession(RemoteNode node, ReturnReason reason) {
        node.outgoing = RemoteNode.Outgoing.NONE;
        node.outgoingSession = 0;
        for (int i = 0; i < node.sendChannels; i++) {
            SendChannel channel = node.sendChannel(i);
            if (channel != null) {
                channel.end(reason);
            }
        }
    }

    // --- own work

    /**
     * Sends what is to be sent, answers what is to be answered, and looks at the clock.
     *
     * @param limit at most this many pieces of work
     * @return how many were done
     */
    public int doWork(int limit) {
        long now = agent.nowNs();
        int work = 0;
        if (pressing || now >= deadlineNs) {
            pressing = false;
            deadlineNs = Long.MAX_VALUE;
            for (int i = 0; i < nodes.count(); i++) {
                RemoteNode node = nodes.at(i);
                if (node != null) {
                    work += workOn(node, now, limit - work);
                }
            }
            work += returnables.doWork(wire, sink, now, limit - work);
            later(returnables.deadlineNs());
            if (returnables.hasWork()) {
                pressing = true;
                later(now + settings.leastTimeoutNs());
            }
        }
        if (deadlineNs != Long.MAX_VALUE) {
            agent.wakeAt(deadlineNs);
        }
        return work;
    }

    private void later(long timeNs) {
        deadlineNs = Math.min(deadlineNs, timeNs);
    }

    private int workOn(RemoteNode node, long now, int limit) {
        int work = 0;
        boolean isSending = settings.answerDelayNs() == 0 || node.hasToSend();
        for (int i = 0; i < node.receiveChannels; i++) {
            ReceiveChannel channel = node.receiveChannel(i);
            if (channel == null) {
                continue;
            }
            channel.lookForRoom();
            if (channel.isIncomplete()) {
                channel.abandonAfter(QUIET_NS, now);
                later(now + QUIET_NS);
            }
            pressing |= channel.isHeld();
            if (channel.isAnswerDue()) {
                long answerAtNs = isSending ? now : channel.answerAtNs(settings.answerDelayNs());
                if (answerAtNs > now) {
                    later(answerAtNs);
                    continue;
                }
                if (work < limit && channel.answer(wire, node.session())) {
                    work++;
                } else {
                    later(now + settings.leastTimeoutNs());
                    pressing = true;
                }
            }
        }
        for (int i = 0; i < node.sendChannels; i++) {
            SendChannel channel = node.sendChannel(i);
            if (channel != null && !channel.isIdle()) {
                work += workOn(node, channel, now, limit - work);
            }
        }
        if (node.outgoing != RemoteNode.Outgoing.OPEN && node.hasOutgoing()) {
            work += greet(node, now);
        }
        return work;
    }

    private int workOn(RemoteNode node, SendChannel channel, long now, int limit) {
        int work = 0;
        if (!channel.isEnding() && node.outgoing == RemoteNode.Outgoing.OPEN) {
            if (channel.deadlineNs() <= now) {
                channel.expire(now);
                if (channel.isEnding()) {
                    counters.increment(Counter.NODES_SILENT);
                }
            }
            if (limit > 0 && channel.hasToSend()) {
                work += channel.pump(wire, node.outgoingSession, now, limit);
            }
            later(channel.deadlineNs());
            pressing |= channel.hasToSend() && !channel.isWireBusy();
            if (channel.isWireBusy()) {
                later(now + settings.leastTimeoutNs() / 8);
            }
        }
        if (channel.isEnding()) {
            work += channel.putBack(sink);
            pressing |= channel.isEnding();
        }
        return work;
    }

    /** Asks for a session, again and again until the other side answers or patience ends. */
    private int greet(RemoteNode node, long now) {
        if (node.outgoing == RemoteNode.Outgoing.NONE) {
            node.outgoing = RemoteNode.Outgoing.GREETING;
            node.greeting = nextGreeting++;
            node.greetedNs = now;
            node.greetAgainNs = now;
            node.greetings.reset();
        }
        if (now - node.greetedNs >= settings.giveUpNs()) {
            counters.increment(Counter.NODES_SILENT);
            endSession(node, ReturnReason.NO_ANSWER);
            pressing = true;
            return 1;
        }
        int work = 0;
        if (node.greetAgainNs <= now) {
            wire.begin(node.address(), WireFormat.HELLO, 0).generation(node.greeting).send();
            node.greetAgainNs = now + node.greetings.timeoutNs();
            node.greetings.silent();
            work = 1;
        }
        later(node.greetAgainNs);
        return work;
    }

    /**
     * An extension of this card is gone: nothing comes back to it, and the data that it has lent return.
     *
     * @param instance its number
     */
    public void forget(int instance) {
        returnables.forget(instance);
        for (int i = 0; i < nodes.count(); i++) {
            RemoteNode node = nodes.at(i);
            if (node == null) {
                continue;
            }
            for (int c = 0; c < node.sendChannels; c++) {
                SendChannel channel = node.sendChannel(c);
                if (channel != null) {
                    channel.forget(instance);
                }
            }
            for (int c = 0; c < node.receiveChannels; c++) {
                ReceiveChannel channel = node.receiveChannel(c);
                if (channel != null) {
                    channel.forget(instance);
                }
            }
        }
        pressing = true;
    }

    /** The card is reset: everything is forgotten, as a restarted card would have. */
    public void reset() {
        nodes.reset();
        returnables.reset();
        pressing = false;
        deadlineNs = Long.MAX_VALUE;
    }
}
