package dev.spine.perf.video;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.device.wire.capture.Capture;
import dev.spine.device.wire.capture.CaptureBuilder;
import dev.spine.device.wire.capture.CaptureException;
import dev.spine.extension.host.PackagedExtension;
import dev.spine.extension.host.RuntimeClient;
import dev.spine.extension.video.VideoExtension;
import dev.spine.extension.video.VideoProtocol;
import dev.spine.host.driver.IopDriver;
import dev.spine.i2o.message.display.PixelFormat;
import dev.spine.i2o.message.display.WindowCreate;
import dev.spine.i2o.message.display.WindowReply;
import dev.spine.iop.engine.MachineProfile;
import dev.spine.iop.engine.modelled.ModelledEngine;
import dev.spine.peer.plan.Conditions;
import dev.spine.peer.plan.TransferPlan;
import dev.spine.peer.plan.TransferRoute;
import dev.spine.perf.reference.ReferenceFormat;
import dev.spine.perf.reference.ReferenceRenderer;
import dev.spine.perf.reference.ReferenceSurface;
import dev.spine.perf.reference.ReferenceWindow;
import dev.spine.perf.video.VideoRun.Pass;
import dev.spine.system.SpineSystem;
import dev.spine.system.capture.BundledCapture;
import dev.spine.system.graph.SpineComponent;
import dev.spine.system.kind.CaptureKind;
import dev.spine.system.profile.ProfileFile;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two clients of video at one host, each with a stream of 40 Mb/s through the same card, on the machine of the papers. */
@Tag("SS-40")
@Tag("SN-01")
@Tag("SN-14")
class SeveralStreamsTest {
    /** A unit of code takes somewhat more cycles than {@code spine reproduce} fits to the router's rate: no easier machine. */
    private static final String MACHINE = "lanai-33 with iop.cycles.unit=0.65";
    private static final int STREAMS = 2;
    private static final double BITS_PER_SECOND = 40e6;
    private static final long PACKETS = 4_000;
    private static final int DESTINATION_PORT = 36;
    private static final int UDP_CHECKSUM = 40;

    private final BundledCapture bars = BundledCapture.BARS;
    private final MachineProfile machine = ProfileFile.find(MACHINE);

    /** The bundled stream for each client, packet by packet in turn. */
    private static Capture interleaved(Capture one, int port) {
        CaptureBuilder builder = new CaptureBuilder("several streams");
        for (int i = 0; i < one.packetCount(); i++) {
            byte[] packet = one.packet(i).toArray(ValueLayout.JAVA_BYTE);
            packet[UDP_CHECKSUM] = 0;
            packet[UDP_CHECKSUM + 1] = 0;
            for (int stream = 0; stream < STREAMS; stream++) {
                packet[DESTINATION_PORT] = (byte) (port + stream >> Byte.SIZE);
                packet[DESTINATION_PORT + 1] = (byte) (port + stream);
                builder.add(packet, one.timestampNs(i));
            }
        }
        return builder.build();
    }

    private VideoStream stream(Capture capture, int number) {
        return new VideoStream(capture, bars.udpPort() + number, PixelFormat.UYVY, bars.width(), bars.height(), PixelFormat.UYVY,
            STREAMS * bars.width(), STREAMS * bars.height(), number * bars.width(), number * bars.height());
    }

    /** As {@link SpineVideoPath}, with a window for each stream. */
    private static final class Clients implements VideoPath {
        private final List<VideoStream> streams;

        Clients(List<VideoStream> streams) {
            this.streams = streams;
        }

        @Override
        public String name() {
            return "spine";
        }

        @Override
        public void prepare(SpineSystem system, Completions completions) {
            CaptureReturns.report(system, completions);
        }

        @Override
        public void open(SpineSystem system, VideoStream first) {
            IopDriver screen = system.driver(VideoSystem.SCREEN);
            int display = system.device(VideoSystem.SCREEN, VideoSystem.DISPLAY).tid();
            RuntimeClient client = new RuntimeClient(system.driver(VideoSystem.NIC),
                system.device(VideoSystem.NIC, VideoSystem.RUNTIME).tid(), system.hostMemory(), system.tasks());
            AtomicInteger granted = new AtomicInteger();
            client.listen(VideoProtocol.HOST_WINDOW_READY, reply -> granted.addAndGet(reply.wordOrZero(5) == 0 ? 1 : 0));
            int instance = client.load(PackagedExtension.image("video", VideoExtension.class));
            system.await("the claim of the screen", () -> system.driver().claim(screen, display));
            for (int slot = 0; slot < streams.size(); slot++) {
                VideoStream stream = streams.get(slot);
                int window = WindowReply.parse(system.await("a window", () -> system.driver().ask(screen, display,
                    new WindowCreate(stream.x(), stream.y(), stream.width(), stream.height(), WindowCreate.SHARED_WITH_ANY)))).window();
                client.send(instance, VideoProtocol.MAKE, slot, system.driver().iopId(screen), display, window, stream.port(),
                    stream.format().code());
            }
            system.tasks().await("the screen's grants", () -> granted.get() == streams.size());
        }

        @Override
        public TransferPlan plan(SpineSystem system, VideoStream stream) {
            return VideoTransfer.plan(system, stream, system.device(VideoSystem.NIC, VideoSystem.RUNTIME), Conditions.Grant.HELD,
                Conditions.SourceCard.CONVERTS);
        }

        @Override
        public TransferRoute taken() {
            return TransferRoute.DEVICE_TO_DEVICE;
        }
    }

    @Test
    void eachStreamIsShownInItsWindowInTimeAndTheHostDoesNothing() throws CaptureException {
        Capture capture = interleaved(bars.read(), bars.udpPort());
        List<VideoStream> streams = IntStream.range(0, STREAMS).mapToObj(number -> stream(capture, number)).toList();
        double packetBits = IntStream.range(0, capture.packetCount()).mapToLong(capture::packetBytes).average().orElseThrow() * Byte.SIZE;
        SpineSystem system = SpineComponent.create().systemFactory().build(VideoSystem.describe(streams.getFirst(), MACHINE, 1, "capture",
            new CaptureKind.Spec(VideoSystem.WIRE, capture, 256)), new ModelledEngine(machine, 1), machine, machine.wire());
        try (VideoRun run = new VideoRun(system, new Clients(streams), streams.getFirst())) {
            Pass pass = run.openLoop(Math.round(STREAMS * BITS_PER_SECOND / packetBits), PACKETS);

            assertEquals(PACKETS, pass.units());
            assertEquals(0, pass.lost());
            long frameNs = Math.round(bars.width() * bars.height() * 16 / BITS_PER_SECOND * 1e9);
            assertTrue(pass.latencies().getMaxValue() <= frameNs, () -> "the latest comes " + pass.latencies().getMaxValue() + " ns late");
            assertEquals(0, pass.costs().hostMessages());
            assertEquals(0, pass.costs().hostInterrupts());
            assertEquals(0, pass.costs().accounts().hostMemoryBytes());
            assertEquals(0.0, pass.costs().processorSeconds().get("host"));
            long payload = streams.stream().mapToLong(stream -> VideoPayload.bytes(stream, PACKETS)).sum();
            assertEquals(payload, pass.costs().accounts().dataBytes(), "each byte crosses the bus once");
            ReferenceRenderer reference = new ReferenceRenderer(ReferenceSurface.packed(STREAMS * bars.width(), STREAMS * bars.height(),
                ReferenceFormat.UYVY));
            reference.paintRepeated(capture, PACKETS, streams.stream().map(stream -> new ReferenceWindow(stream.port(),
                ReferenceFormat.UYVY, stream.x(), stream.y(), stream.width(), stream.height())).toList());
            assertEquals(reference.pixels(), ByteBuffer.wrap(run.screen()));
        }
    }
}
