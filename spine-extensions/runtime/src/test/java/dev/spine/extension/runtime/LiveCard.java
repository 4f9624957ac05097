package dev.spine.extension.runtime;

import dev.spine.extension.runtime.limits.InstanceLimits;
import dev.spine.extension.runtime.message.RuntimeProtocol;
import dev.spine.i2o.Function;
import dev.spine.i2o.IopState;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.Tid;
import dev.spine.i2o.unit.Delivery;
import dev.spine.i2o.unit.Frame;
import dev.spine.i2o.unit.MessagingUnit;
import dev.spine.iop.bus.Bus;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.bus.DmaEngine;
import dev.spine.iop.engine.ProcessorSpec;
import dev.spine.iop.engine.live.LiveEngine;
import dev.spine.iop.engine.live.ThreadLayout;
import dev.spine.iop.kernel.IopKernel;
import dev.spine.iop.kernel.KernelRequest;
import java.lang.foreign.Arena;
import java.lang.invoke.VarHandle;
import java.util.Objects;

/** A card with a runtime on a thread of the live engine; loads come before it runs, and the test is the host that sends messages. */
final class LiveCard implements AutoCloseable {
    final RuntimeModule runtime = new RuntimeModule(1 << 20, InstanceLimits.STANDARD);
    private final LiveEngine engine = new LiveEngine(ThreadLayout.ONE_CORE, 1);
    private final MessagingUnit unit = new MessagingUnit("card", Arena.ofAuto().allocate(1 << 20, 4096), 512, 32);
    private final MessageFrame writer = new MessageFrame();
    private final IopKernel kernel;
    private final int tid;

    LiveCard() {
        Bus bus = new Bus(3);
        BusAgent busAgent = new BusAgent(1, "card");
        kernel = engine.add("card", ProcessorSpec.THIS_MACHINE,
            agent -> new IopKernel("card", agent, new DmaEngine(bus, busAgent), unit, (slot, request) -> finish(request)));
        tid = kernel.install(runtime);
        kernel.directory().state(IopState.OPERATIONAL);
        runtime.enable();
    }

    private static void finish(KernelRequest request) {
        request.finish();
    }

    void start() {
        engine.start();
    }

    /** A small message to a handler, as soon as there is a frame for it. */
    void small(int instance, int handler, int word) {
        Frame frame = unit.hostLink().inbound().take();
        while (frame == null) {
            Thread.onSpinWait();
            frame = unit.hostLink().inbound().take();
        }
        writer.wrap(frame.memory(), frame.offset(), frame.slotBytes());
        writer.header(16, 0, 0, Function.SMALL_MESSAGE, Tid.HOST, tid);
        writer.contexts(0x1234, RuntimeProtocol.controlWord(RuntimeProtocol.handlerNumber(instance, handler), 0,
            RuntimeProtocol.KIND_SMALL));
        writer.setWord(4, word);
        for (int i = 5; i < 16; i++) {
            writer.setWord(i, 0);
        }
        unit.hostLink().inbound().post(Delivery.DIRECT, frame);
    }

    /**
     * Waits until an instance has handled so many messages, or has failed. That its frames have come back says less: messages of an
     * instance that rests wait in the card's queue without them.
     */
    void awaitActivations(int instance, long count) {
        ExtensionInstance awaited = Objects.requireNonNull(runtime.card().table().get(instance), "the instance that was loaded");
        while (awaited.activations() < count && awaited.isRunning()) {
            Thread.onSpinWait();
            // The card's thread writes plain fields: nothing read before this is believed after it.
            VarHandle.fullFence();
        }
    }

    /** Ends the card's thread: what it has written is seen from here on. */
    void stop() {
        engine.close();
    }

    @Override
    public void close() {
        stop();
    }
}
