package dev.spine.perf.cluster;

import dev.spine.device.nic.NicModule;
import dev.spine.device.nic.NicSettings;
import dev.spine.device.wire.link.CrossbarWire;
import dev.spine.extension.experiment.ExchangeExtension;
import dev.spine.extension.runtime.RuntimeModule;
import dev.spine.extension.runtime.limits.InstanceLimits;
import dev.spine.extension.runtime.message.RuntimeProtocol;
import dev.spine.extension.runtime.network.NetworkCounters;
import dev.spine.extension.runtime.report.InstanceReport;
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
import dev.spine.iop.engine.Engine;
import dev.spine.iop.engine.ProcessorSpec;
import dev.spine.node.NodeBuilder;
import dev.spine.system.scenario.IncompleteRunException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A node of a cluster: a card with its kernel, executive, network device and extension runtime, on a bus with memory of a host that does
 * nothing. The extension's image lies in that memory, and the message that loads it is in the card's inbound queue when the engine starts.
 */
final class ClusterCard {
    private static final int FRAME_BYTES = 512;
    private static final int FRAMES = 8;
    private static final int WINDOW_BYTES = 64 << 10;
    private static final int CARD_BYTES = 256 << 10;
    private static final int VERDICT_BYTES = 4_096;
    private static final int LOADED = 0x10AD;
    private static final int FIRST_INSTANCE = 1;
    /** A card without a host that sends or takes packets needs room for few of them, and its one extension holds next to nothing. */
    private static final int MAX_REPLIED = 255;
    private static final InstanceLimits LIMITS = new InstanceLimits(16, 4, 4, 2, 4);

    private final String path;
    private final RuntimeModule runtime;
    private final HostLink link;
    private final Region hostMemory;
    private final int imageBytes;

    /** Builds a node in an engine that has not been started. */
    ClusterCard(Engine engine, String path, ProcessorSpec processor, CrossbarWire wire, int number, byte[] image, String parameters) {
        this.path = path;
        NodeBuilder node = new NodeBuilder(engine, path, 1);
        Iop iop = node.iop("card", processor, card -> card.frames(FRAME_BYTES, FRAMES).window(WINDOW_BYTES));
        NicModule nic = new NicModule(new NicSettings("lan", ExchangeExtension.FIRST_ADDRESS + number, 0, 1, 1, 1, MAX_REPLIED, 0),
            wire.ports().get(number));
        iop.install(nic);
        runtime = new RuntimeModule(CARD_BYTES, LIMITS);
        int tid = iop.install(runtime);
        iop.kernel().directory().state(IopState.OPERATIONAL);
        nic.enable();
        runtime.enable();
        link = iop.kernel().directory().unit().hostLink();
        byte[] text = parameters.getBytes(StandardCharsets.UTF_8);
        imageBytes = image.length + text.length;
        hostMemory = node.bus().allocate("host", BusAgent.host(), Access.READ_WRITE, imageBytes + VERDICT_BYTES + FRAMES * FRAME_BYTES);
        MemorySegment.copy(image, 0, hostMemory.memory(), ValueLayout.JAVA_BYTE, 0, image.length);
        MemorySegment.copy(text, 0, hostMemory.memory(), ValueLayout.JAVA_BYTE, image.length, text.length);
        long replies = (long) imageBytes + VERDICT_BYTES;
        for (int i = 0; i < FRAMES; i++) {
            long at = replies + (long) i * FRAME_BYTES;
            link.outbound().adopt(Delivery.DIRECT, hostMemory.memory(), at, (int) (hostMemory.base() + at));
        }
        load(tid, image.length, text.length);
    }

    private void load(int tid, int bytes, int textBytes) {
        Frame frame = link.inbound().take();
        if (frame == null) {
            throw new IllegalStateException("a new card has no frame for its host");
        }
        MessageFrame writer = new MessageFrame();
        writer.wrap(frame.memory(), frame.offset(), frame.slotBytes());
        new PrivateMessage(OrganizationId.SPINE, RuntimeProtocol.LOAD, List.of(bytes, 0, 0), List.of(
            SglElement.Simple.from((int) hostMemory.base(), bytes + textBytes),
            SglElement.Simple.into((int) hostMemory.base() + imageBytes, VERDICT_BYTES)))
            .emit(writer, new Header(tid, Tid.HOST, LOADED, 0));
        link.inbound().post(Delivery.DIRECT, frame);
    }

    /**
     * After the time for loading.
     *
     * @throws IncompleteRunException when the card is too slow to have answered by then
     * @throws IllegalStateException when the extension does not run
     */
    void checkLoaded() {
        Frame frame = link.outbound().poll();
        if (frame == null) {
            throw new IncompleteRunException(path + " has not answered: its extension was not loaded in time");
        }
        MessageFrame reply = new MessageFrame();
        reply.wrap(frame.memory(), frame.offset(), frame.slotBytes());
        if (reply.requestStatus() != 0) {
            throw new IllegalStateException(path + " has not taken its extension: " + new String(
                hostMemory.memory().asSlice(imageBytes, Math.min(reply.word(6), VERDICT_BYTES)).toArray(ValueLayout.JAVA_BYTE),
                StandardCharsets.UTF_8));
        }
        report();
    }

    /** What the extension has counted; while the engine stands still. */
    InstanceReport report() {
        InstanceReport report = runtime.report(FIRST_INSTANCE);
        if (report == null || !report.running()) {
            throw new IllegalStateException(path + " has lost its extension: " + (report == null ? "" : report.failure()));
        }
        return report;
    }

    /** What the card counts of its traffic with others. */
    NetworkCounters network() {
        return runtime.network();
    }

    /** A counter of the extension. */
    long counter(String name) {
        return report().counters().getOrDefault(name, 0L);
    }
}
