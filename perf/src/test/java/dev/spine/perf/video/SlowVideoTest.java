package dev.spine.perf.video;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.device.wire.capture.CaptureException;
import dev.spine.i2o.message.display.PixelFormat;
import dev.spine.iop.engine.MachineProfile;
import dev.spine.iop.engine.modelled.ModelledEngine;
import dev.spine.perf.video.VideoRun.Pass;
import dev.spine.system.SpineSystem;
import dev.spine.system.capture.BundledCapture;
import dev.spine.system.graph.SpineComponent;
import dev.spine.system.kind.CaptureKind;
import dev.spine.system.profile.ProfileFile;
import dev.spine.system.scenario.IncompleteRunException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Video on machines whose buses and DMA engines are too slow for it: what did not cross is not counted. */
class SlowVideoTest {
    private static final int PACKETS = 1_000;

    private static VideoStream stream() throws CaptureException {
        return new VideoStream(BundledCapture.BARS.read(), BundledCapture.BARS.udpPort(), PixelFormat.UYVY, 320, 240, PixelFormat.UYVY, 640,
            480, 0, 0);
    }

    private static VideoRun run(String change, VideoPath path) throws CaptureException {
        String reference = ProfileFile.reference("lanai-33", List.of(change));
        MachineProfile profile = ProfileFile.find(reference);
        VideoStream stream = stream();
        SpineSystem system = SpineComponent.create().systemFactory().build(VideoSystem.describe(stream, reference, 1, "capture",
            new CaptureKind.Spec(VideoSystem.WIRE, stream.capture(), 1024)), new ModelledEngine(profile, 1), profile, profile.wire());
        return new VideoRun(system, path, stream);
    }

    @ParameterizedTest
    @CsvSource({"dma.setup-ns=900us", "dma.setup-ns=10ms", "bus.clock-hz=100kHz", "bus.overhead-cycles=100000"})
    void whatTheExtensionHasDroppedIsLostAndWhatIsShownHasCrossedInThePass(String change) throws CaptureException {
        try (VideoRun run = run(change, new SpineVideoPath())) {
            Pass pass = run.closedLoop(PACKETS);
            assertEquals(PACKETS, pass.units() + pass.lost());
            assertTrue(pass.lost() > 0, "this machine cannot show all");
            double part = pass.costs().accounts().dataBytes() / (double) VideoPayload.bytes(stream(), PACKETS);
            assertEquals(pass.units() / (double) PACKETS, part, 0.01, "each packet that is shown, and no other, has crossed");
            pass.costs().processorSeconds().forEach((busAgent, seconds) -> assertTrue(seconds <= pass.seconds(), busAgent));
        }
    }

    @ParameterizedTest
    @CsvSource({"dma.setup-ns=100ms", "bus.overhead-cycles=100000"})
    void packetsThatTheDisplayHasNotAnsweredForInTimeEndTheRunInOneLine(String change) throws CaptureException {
        try (VideoRun run = run(change, new PeerVideoPath())) {
            String problem = assertThrows(IncompleteRunException.class, () -> run.closedLoop(PACKETS)).getMessage();
            assertTrue(problem.matches("path i2o: of 1000 packets, \\d+ are in messages that the display has not answered in time"),
                problem);
        }
    }

    @Test
    void aPacketThatIsDroppedBehindTheWireLeavesNoLatencies() throws CaptureException {
        try (VideoRun run = run("dma.setup-ns=900us", new SpineVideoPath())) {
            OpenLoop open = new OpenLoop(run, 12_000, PACKETS, PACKETS);
            open.run();
            assertTrue(open.lost() > 0, "this machine cannot keep up");
            assertEquals(0, open.latencies().getTotalCount());
        }
        try (VideoRun run = run("dma.setup-ns=900us", new SpineVideoPath())) {
            OpenLoop open = new OpenLoop(run, 100, PACKETS, PACKETS);
            open.run();
            assertEquals(0, open.lost());
            assertFalse(open.latencies().getTotalCount() < PACKETS, "each has its own");
        }
    }
}
