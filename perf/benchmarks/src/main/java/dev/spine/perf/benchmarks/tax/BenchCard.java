package dev.spine.perf.benchmarks.tax;

import dev.spine.extension.benchmarks.IdleExtension;
import dev.spine.extension.runtime.RuntimeModule;
import dev.spine.extension.runtime.limits.InstanceLimits;
import dev.spine.extension.runtime.message.RuntimeProtocol;
import dev.spine.i2o.Function;
import dev.spine.i2o.IopState;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.OrganizationId;
import dev.spine.i2o.Tid;
import dev.spine.i2o.message.Header;
import dev.spine.i2o.message.PrivateMessage;
import dev.spine.i2o.sgl.SglElement;
import dev.spine.i2o.unit.Delivery;
import dev.spine.i2o.unit.Frame;
import dev.spine.i2o.unit.HostLink;
import dev.spine.iop.Iop;
import dev.spine.iop.bus.Access;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.bus.Region;
import dev.spine.iop.engine.ProcessorSpec;
import dev.spine.iop.engine.live.LiveEngine;
import dev.spine.iop.engine.live.ThreadLayout;
import dev.spine.node.NodeBuilder;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A card with its kernel, executive, a port and the extension runtime; the benchmark is its host, on the thread that calls.
 *
 * <p>The engine is the live engine. Until it is started, the benchmark gives the kernel its cycles, on a thread of its choice.
 */
final class BenchCard {
    /** The context of what answers a load. */
    static final int LOADED = 0x10AD;
    /** The context of what answers a replacement. */
    static final int REPLACED = 0x2E9;
    /** The context of what answers an unload. */
    static final int UNLOADED = 0x00AD;

    /** The node itself as an owner. */
    private static final int NODE = 0;
    private static final int LIMIT = 64;
    private static final int FRAME_BYTES = 512;
    private static final int FRAMES = 64;
    private static final int VERDICT_AT = 1 << 20;
    private static final int VERDICT_BYTES = 4096;
    private static final int HOST_MEMORY = 2 << 20;

    final BenchPort port;
    private final Region hostMemory;
    private final Iop iop;
    private final int tid;
    private final RuntimeModule runtime;
    private final HostLink link;
    private final MessageFrame writer = new MessageFrame();
    private final MessageFrame reader = new MessageFrame();

    /** A card alone. */
    BenchCard() {
        this(new LiveEngine(ThreadLayout.ONE_CORE, 1), "card");
    }

    /** A card on an engine that others use, too; once that is started, the card belongs to the engine's thread. */
    BenchCard(LiveEngine engine, String name) {
        this(engine, name, new BenchPort(IdleExtension.PORT));
    }

    /** As {@link #BenchCard(LiveEngine, String)}, with a port of one's own. */
    BenchCard(LiveEngine engine, String name, BenchPort port) {
        this.port = port;
        NodeBuilder node = new NodeBuilder(engine, "", 1);
        hostMemory = node.bus().allocate("host", BusAgent.host(), Access.READ_WRITE, HOST_MEMORY);
        iop = node.iop(name, ProcessorSpec.THIS_MACHINE, builder -> builder.frames(FRAME_BYTES, FRAMES));
        iop.install(port);
        runtime = new RuntimeModule(4 << 20, InstanceLimits.STANDARD);
        tid = iop.install(runtime);
        iop.kernel().directory().state(IopState.OPERATIONAL);
        runtime.enable();
        link = iop.kernel().directory().unit().hostLink();
        Region replies = node.bus().allocate("replies", BusAgent.host(), Access.READ_WRITE, FRAMES * FRAME_BYTES);
        for (int i = 0; i < FRAMES; i++) {
            link.outbound().adopt(Delivery.DIRECT, replies.memory(), (long) i * FRAME_BYTES, (int) replies.base() + i * FRAME_BYTES);
        }
    }

    /** One cycle of the kernel: {@return pieces of work}. */
    int cycle() {
        return iop.doWork(LIMIT);
    }

    private MessageFrame begin(Frame frame) {
        writer.wrap(frame.memory(), frame.offset(), frame.slotBytes());
        return writer;
    }

    /** Sends a small message: false when the card has no frame left. */
    boolean small(int instance, int handler, int word0, int word1) {
        Frame frame = link.inbound().take();
        if (frame == null) {
            return false;
        }
        MessageFrame message = begin(frame);
        message.header(RuntimeProtocol.SMALL_WORDS, 0, 0, Function.SMALL_MESSAGE, Tid.HOST, tid);
        message.contexts(0, RuntimeProtocol.controlWord(RuntimeProtocol.handlerNumber(instance, handler), 0, RuntimeProtocol.KIND_SMALL));
        message.setWord(RuntimeProtocol.FIRST_USER_WORD, word0);
        message.setWord(RuntimeProtocol.FIRST_USER_WORD + 1, word1);
        link.inbound().post(Delivery.DIRECT, frame);
        return true;
    }

    /** From now on, messages to a handler of the host come as answers. */
    void listen(int handler) {
        mustSend(control(0, OrganizationId.SPINE << 16 | RuntimeProtocol.LISTEN, handler));
    }

    /** Asks for an instance to be unloaded; the answer comes later. False when the card has no frame left. */
    boolean beginUnload(int instance) {
        return control(UNLOADED, OrganizationId.SPINE << 16 | RuntimeProtocol.UNLOAD, instance);
    }

    private static void mustSend(boolean sent) {
        if (!sent) {
            throw new IllegalStateException("the card has no frame left for the host");
        }
    }

    private boolean control(int context, int word4, int word5) {
        Frame frame = link.inbound().take();
        if (frame == null) {
            return false;
        }
        MessageFrame message = begin(frame);
        message.header(7, 0, 0, Function.PRIVATE, Tid.HOST, tid);
        message.contexts(context, 0);
        message.setWord(4, word4);
        message.setWord(5, word5);
        message.setWord(6, 0);
        link.inbound().post(Delivery.DIRECT, frame);
        return true;
    }

    /** Asks for an extension to be loaded; the answer comes later. False when the card has no frame left. */
    boolean beginLoad(int owner, byte[] image, String parameters) {
        return bring(owner, image, parameters, RuntimeProtocol.LOAD, 0, LOADED);
    }

    /** Asks for an instance to be replaced, with its parameters; the answer comes later. False when the card has no frame left. */
    boolean beginReplace(int instance, byte[] image) {
        return bring(NODE, image, "", RuntimeProtocol.REPLACE, instance, REPLACED);
    }

    private boolean bring(int owner, byte[] image, String parameters, int message, int instance, int context) {
        Frame frame = link.inbound().take();
        if (frame == null) {
            return false;
        }
        byte[] text = parameters.getBytes(StandardCharsets.UTF_8);
        MemorySegment.copy(image, 0, hostMemory.memory(), ValueLayout.JAVA_BYTE, 0, image.length);
        MemorySegment.copy(text, 0, hostMemory.memory(), ValueLayout.JAVA_BYTE, image.length, text.length);
        new PrivateMessage(OrganizationId.SPINE, message, List.of(image.length, owner, instance), List.of(
            SglElement.Simple.from((int) hostMemory.base(), image.length + text.length),
            SglElement.Simple.into((int) hostMemory.base() + VERDICT_AT, VERDICT_BYTES)))
            .emit(begin(frame), new Header(tid, Tid.HOST, context, 0));
        link.inbound().post(Delivery.DIRECT, frame);
        return true;
    }

    /** Packets and messages that no handler got. */
    long dropped() {
        return runtime.dropped();
    }

    /** Frames that the host may still fill. */
    int freeFrames() {
        return link.inbound().freeForSender();
    }

    /** What the host does with an answer. */
    @FunctionalInterface
    interface Answers {
        /** A reply frame, valid until the return. */
        void take(MessageFrame reply);
    }

    /** Takes the replies that have come: {@return how many}. */
    int poll(Answers answers) {
        int count = 0;
        for (Frame frame = link.outbound().poll(); frame != null; frame = link.outbound().poll()) {
            reader.wrap(frame.memory(), frame.offset(), frame.slotBytes());
            answers.take(reader);
            link.outbound().free(Delivery.DIRECT, frame);
            count++;
        }
        return count;
    }

    /** What a refused load's answer says. */
    String verdict(MessageFrame reply) {
        return new String(hostMemory.memory().asSlice(VERDICT_AT, Math.min(reply.word(6), VERDICT_BYTES)).toArray(ValueLayout.JAVA_BYTE),
            StandardCharsets.UTF_8);
    }

    /** Loads an extension on this thread: {@return its number}. */
    int load(byte[] image, String parameters) {
        return load(NODE, image, parameters);
    }

    /** Loads an extension as an owner's on this thread: {@return its number}. */
    int load(int owner, byte[] image, String parameters) {
        mustSend(beginLoad(owner, image, parameters));
        int[] number = new int[1];
        while (number[0] == 0) {
            cycle();
            poll(reply -> {
                if (reply.requestStatus() != 0) {
                    throw new IllegalStateException(verdict(reply));
                }
                number[0] = reply.word(5);
            });
        }
        return number[0];
    }

    /** Unloads an instance on this thread. */
    void unload(int instance) {
        mustSend(beginUnload(instance));
        while (poll(reply -> { }) == 0) {
            cycle();
        }
    }
}
