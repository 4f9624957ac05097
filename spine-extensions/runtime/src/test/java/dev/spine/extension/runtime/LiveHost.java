package dev.spine.extension.runtime;

import dev.spine.extension.runtime.limits.InstanceLimits;
import dev.spine.extension.runtime.load.LoadOptions;
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
import dev.spine.i2o.unit.MessagingUnit;
import dev.spine.iop.bus.Access;
import dev.spine.iop.bus.Bus;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.bus.DmaEngine;
import dev.spine.iop.bus.Region;
import dev.spine.iop.engine.ProcessorSpec;
import dev.spine.iop.engine.WorkerTask;
import dev.spine.iop.engine.WorkerThread;
import dev.spine.iop.engine.live.LiveEngine;
import dev.spine.iop.engine.live.ThreadLayout;
import dev.spine.iop.kernel.IopKernel;
import dev.spine.iop.kernel.KernelRequest;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A card with a runtime on a thread of the live engine, and a host that is the test itself: each control message has a number, and
 * memory of its own for what it brings and for its answer.
 */
final class LiveHost implements AutoCloseable {
    private static final int SLOTS = 64;
    private static final int IN_BYTES = 64 << 10;
    private static final int OUT_BYTES = 4 << 10;
    private static final long PATIENCE_NS = 60_000_000_000L;
    /** Between two looks: a test that spins takes the processor from the card it waits for. */
    private static final long LOOK_NS = 20_000;

    /** An answer: the numbers of its header, its first word and its text. */
    record Answer(int requestStatus, int detailedStatus, int word, String text) {}

    final RuntimeModule runtime = new RuntimeModule(4 << 20, InstanceLimits.STANDARD);
    final LiveEngine engine = new LiveEngine(ThreadLayout.ONE_CORE, 1);
    final IopKernel kernel;
    private final MessagingUnit unit = new MessagingUnit("card", Arena.ofAuto().allocate(1 << 20, 4096), 512, 64);
    private final MessageFrame writer = new MessageFrame();
    private final MessageFrame reader = new MessageFrame();
    private final Region memory;
    private final int tid;
    private final Map<Integer, Answer> answers = new HashMap<>();
    private int asked;

    LiveHost() {
        Bus bus = new Bus(3);
        BusAgent busAgent = new BusAgent(1, "card");
        memory = bus.allocate("host", BusAgent.host(), Access.READ_WRITE, SLOTS * (IN_BYTES + OUT_BYTES));
        kernel = engine.add("card", ProcessorSpec.THIS_MACHINE,
            agent -> new IopKernel("card", agent, new DmaEngine(bus, busAgent), unit, (slot, request) -> finish(request)));
        tid = kernel.install(runtime);
        kernel.directory().state(IopState.OPERATIONAL);
        runtime.enable();
        Region replies = bus.allocate("replies", BusAgent.host(), Access.READ_WRITE, SLOTS * 512L);
        for (int i = 0; i < SLOTS; i++) {
            unit.hostLink().outbound().adopt(Delivery.DIRECT, replies.memory(), i * 512L, (int) replies.base() + i * 512);
        }
        engine.start();
    }

    private static void finish(KernelRequest request) {
        request.finish();
    }

    // --- what the card is asked for

    int load(byte[] image, LoadOptions options) {
        return bring(RuntimeProtocol.LOAD, image, options.owner(), options.tied() ? RuntimeProtocol.TIED : 0);
    }

    int replace(int instance, byte[] image, int owner) {
        return bring(RuntimeProtocol.REPLACE, image, owner, instance);
    }

    private int bring(int code, byte[] bytes, int owner, int last) {
        int in = asked % SLOTS * (IN_BYTES + OUT_BYTES);
        MemorySegment.copy(bytes, 0, memory.memory(), ValueLayout.JAVA_BYTE, in, bytes.length);
        return post(code, List.of(bytes.length, owner, last), List.of(
            SglElement.Simple.from((int) memory.base() + in, bytes.length), out()));
    }

    private SglElement out() {
        return SglElement.Simple.into((int) memory.base() + asked % SLOTS * (IN_BYTES + OUT_BYTES) + IN_BYTES, OUT_BYTES);
    }

    int unload(int instance, int owner) {
        return post(RuntimeProtocol.UNLOAD, List.of(instance, owner), List.of());
    }

    int endOwner(int owner) {
        return post(RuntimeProtocol.END_OWNER, List.of(owner), List.of());
    }

    int list() {
        return post(RuntimeProtocol.LIST, List.of(0, 0), List.of(out()));
    }

    int owners(int owner) {
        return post(RuntimeProtocol.OWNERS, List.of(owner, 0), List.of(out()));
    }

    private int post(int code, List<Integer> payload, List<SglElement> buffers) {
        Frame frame = frame();
        writer.wrap(frame.memory(), frame.offset(), frame.slotBytes());
        new PrivateMessage(OrganizationId.SPINE, code, payload, buffers).emit(writer, new Header(tid, Tid.HOST, 0x77, asked));
        unit.hostLink().inbound().post(Delivery.DIRECT, frame);
        return asked++;
    }

    /** A small message to a handler. */
    void small(int instance, int handler, int word) {
        Frame frame = frame();
        writer.wrap(frame.memory(), frame.offset(), frame.slotBytes());
        writer.header(16, 0, 0, Function.SMALL_MESSAGE, Tid.HOST, tid);
        writer.contexts(0x1234, RuntimeProtocol.controlWord(RuntimeProtocol.handlerNumber(instance, handler), 0,
            RuntimeProtocol.KIND_SMALL));
        for (int i = 4; i < 16; i++) {
            writer.setWord(i, i == 4 ? word : 0);
        }
        unit.hostLink().inbound().post(Delivery.DIRECT, frame);
    }

    private Frame frame() {
        Frame frame = unit.hostLink().inbound().take();
        long begin = System.nanoTime();
        while (frame == null) {
            giveUp(begin, "a frame");
            frame = unit.hostLink().inbound().take();
        }
        return frame;
    }

    // --- what it answers

    /** The answer to a request, when it is there. */
    Answer answer(int number) {
        await("the answer to request " + number, () -> isAnswered(number));
        return Objects.requireNonNull(answers.get(number));
    }

    /** Whether the answer to a request has come. */
    boolean isAnswered(int number) {
        for (Frame frame = unit.hostLink().outbound().poll(); frame != null; frame = unit.hostLink().outbound().poll()) {
            reader.wrap(frame.memory(), frame.offset(), frame.slotBytes());
            if (reader.function() == Function.PRIVATE) {
                int of = reader.transactionContext();
                int text = of % SLOTS * (IN_BYTES + OUT_BYTES) + IN_BYTES;
                boolean hasWords = reader.sizeWords() > 6;
                answers.put(of, new Answer(reader.requestStatus(), reader.detailedStatus(), hasWords ? reader.word(5) : 0,
                    new String(memory.memory().asSlice(text, hasWords ? Math.min(OUT_BYTES, reader.word(6)) : 0)
                        .toArray(ValueLayout.JAVA_BYTE), StandardCharsets.UTF_8)));
            }
            unit.hostLink().outbound().free(Delivery.DIRECT, frame);
        }
        return answers.containsKey(number);
    }

    void await(String what, BooleanSupplier condition) {
        long begin = System.nanoTime();
        while (!condition.getAsBoolean()) {
            giveUp(begin, what);
        }
    }

    private static void giveUp(long beginNs, String what) {
        if (System.nanoTime() - beginNs > PATIENCE_NS) {
            throw new AssertionError("in a minute there was not " + what);
        }
        LockSupport.parkNanos(LOOK_NS);
    }

    // --- the thread beside the card

    WorkerThread beside() {
        return Objects.requireNonNull(kernel.agent().workerThread());
    }

    /** Keeps the thread beside the card busy until the latch is open. */
    CountDownLatch block() {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch latch = new CountDownLatch(1);
        if (!beside().take(new Blocking(-1, begun, latch))) {
            throw new AssertionError("the thread beside the card takes nothing");
        }
        await("the beginning of other work", () -> begun.getCount() == 0);
        return latch;
    }

    /** Lets as much wait as can. */
    void fill() {
        CountDownLatch open = new CountDownLatch(0);
        while (beside().size() < WorkerThread.MAX) {
            beside().take(new Blocking(-2, open, open));
        }
    }

    private static final class Blocking extends WorkerTask {
        private final CountDownLatch begun;
        private final CountDownLatch latch;

        Blocking(int customer, CountDownLatch begun, CountDownLatch latch) {
            super(customer);
            this.begun = begun;
            this.latch = latch;
        }

        @Override
        protected void work() {
            begun.countDown();
            try {
                latch.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        protected void putBack() {
            // Nobody waits for it.
        }
    }

    /** Asks for something on the card's thread. */
    <T extends @Nullable Object> T on(Supplier<T> what) {
        return engine.tasks(kernel).call(what);
    }

    int inFlight() {
        return on(() -> runtime.card().loads().inFlight());
    }

    @Override
    public void close() {
        engine.close();
    }
}
