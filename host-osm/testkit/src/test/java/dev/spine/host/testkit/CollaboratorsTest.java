package dev.spine.host.testkit;

import static dev.spine.host.testkit.script.Answers.silence;
import static dev.spine.host.testkit.script.Requests.anyRequest;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import dev.spine.device.disk.DiskModule;
import dev.spine.device.disk.DiskSettings;
import dev.spine.device.disk.store.ExecutorKind;
import dev.spine.device.disk.store.Store;
import dev.spine.host.driver.HostPort;
import dev.spine.host.driver.IopDriver;
import dev.spine.host.driver.OutgoingRequest;
import dev.spine.host.driver.Pending;
import dev.spine.host.driver.RefusedException;
import dev.spine.host.driver.ReplyHandler;
import dev.spine.host.driver.RequestFailure;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.message.block.BlockRead;
import dev.spine.i2o.sgl.SglElement.Simple;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.bus.Region;
import dev.spine.iop.kernel.DeviceDescription;
import dev.spine.iop.kernel.DeviceModule;
import dev.spine.iop.kernel.KernelRequest;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Every border between modules is an interface, so the far side can be a mock. */
class CollaboratorsTest {
    private static final int TID = 0x008;

    @Test
    void aDriverOverAPortThatHasNoFrameWaitsForOne() {
        HostPort port = mock(HostPort.class);
        when(port.name()).thenReturn("card");
        when(port.busAgent()).thenReturn(new BusAgent(1, "card"));
        when(port.maxFrames()).thenReturn(8);
        when(port.frameBytes()).thenReturn(128);
        when(port.replyFrameBytes()).thenReturn(128);
        when(port.take()).thenReturn(HostPort.NONE);
        when(port.nextReply()).thenReturn(HostPort.NONE);
        try (TestNode node = TestNode.on(EngineKind.MODELLED).scripted("other").start()) {
            IopDriver driver = node.onHost(() -> node.driver().add(port));
            OutgoingRequest request = node.onHost(() -> driver.open(TID, EchoDriver.ECHO, 5, 0, mock(ReplyHandler.class)));
            assertNull(request);
            verify(port).awaitFrame();
        }
    }

    @Test
    void anOsmHearsOfItsRepliesThroughAHandler() {
        ReplyHandler handler = mock(ReplyHandler.class);
        try (TestNode node = TestNode.on(EngineKind.MODELLED).scripted("card").start()) {
            node.boot();
            node.scripted().expects(anyRequest()).replies(silence());
            node.onHost(() -> {
                node.iop().open(TID, EchoDriver.ECHO, 5, 0, handler).post(1_000_000);
                return "posted";
            });
            node.advance(2_000_000);
            verify(handler).onFailure(new RequestFailure(RequestFailure.Reason.TIMEOUT, 0));
        }
    }

    @Test
    void aKernelGivesMessagesToADeviceModule() {
        DeviceModule device = mock(DeviceModule.class);
        when(device.description()).thenReturn(new DeviceDescription("mock", EchoDevice.CLASS_ID, 0, 1, 0, "A mock"));
        try (TestNode node = TestNode.on(EngineKind.MODELLED).simulated("card", device).start()) {
            node.boot();
            node.onHost(() -> {
                node.iop().open(TID, EchoDriver.ECHO, 5, 0, mock(ReplyHandler.class)).post();
                return "posted";
            });
            node.advance(1_000_000);
            verify(device).onMessage(any(KernelRequest.class));
        }
    }

    @Test
    void aDiskReadsFromAStore() {
        Store store = mock(Store.class);
        when(store.capacityBytes()).thenReturn(65_536L);
        when(store.memory()).thenReturn(null);
        when(store.read(anyLong(), any(), anyLong(), anyInt())).thenReturn(5);
        DiskModule disk = new DiskModule(DiskSettings.of("disk0"), store, ExecutorKind.INLINE);
        try (TestNode node = TestNode.on(EngineKind.MODELLED).simulated("card", disk).start()) {
            node.boot();
            Region buffer = node.memory().allocate("buffer", 512);
            Pending<?> read = node.onHost(() -> node.driver().ask(node.iop(), TID,
                new BlockRead(0, 0, 0, 512, 4096, List.of(Simple.into((int) buffer.base(), 512)))));
            node.advance(10_000_000);
            RefusedException refused = (RefusedException) read.failure();
            assertEquals(RequestStatus.ERROR_NO_DATA_TRANSFER, refused.requestStatus());
            verify(store).read(anyLong(), any(), anyLong(), anyInt());
        }
    }
}
