package dev.spine.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.device.display.DisplayDdm;
import dev.spine.device.display.monitor.vnc.VncMonitor;
import dev.spine.device.display.surface.Surface;
import dev.spine.iop.bus.Account;
import dev.spine.iop.bus.BusAgent;
import dev.spine.system.EngineChoice;
import dev.spine.system.SpineSystem;
import dev.spine.system.SystemDescription;
import dev.spine.system.file.SystemFileException;
import dev.spine.system.graph.SpineComponent;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** VNC monitors of system files. */
@Timeout(60)
class VncSystemTest {
    private static String system(int number, int port) {
        return """
            [[iop]]
            name = "screen%d"

            [[iop.device]]
            kind = "display"
            width = 640
            height = 480

            [[iop.device.monitor]]
            kind = "vnc"
            port = %d
            """.formatted(number, port);
    }

    private static SpineSystem build(EngineChoice engine, int... ports) {
        SpineComponent graph = SpineComponent.create();
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < ports.length; i++) {
            text.append(system(i, ports[i]));
        }
        SystemDescription description = graph.systemFile().read("test.toml", text.toString());
        return engine.build(graph.systemFactory(), description);
    }

    @ParameterizedTest
    @EnumSource
    void aViewerSeesTheScreenAndCostsNoBusAgentAnything(EngineChoice engine) throws IOException {
        try (SpineSystem system = build(engine, 0)) {
            system.boot().orThrow();
            Surface surface = ((DisplayDdm) system.device("screen0", "display").module()).surface();
            Random random = new Random(5);
            for (int i = 0; i < surface.geometry().bytes(); i++) {
                surface.memory().set(ValueLayout.JAVA_BYTE, i, (byte) random.nextInt());
            }
            VncMonitor monitor = (VncMonitor) system.monitors().getFirst();
            Account.Snapshot before = system.tasks().call(system::accounts);
            Account.Snapshot host = system.tasks().call(() -> system.bus().account(BusAgent.host()).snapshot());
            try (RawViewer viewer = new RawViewer(monitor.localAddress().getPort()).look()) {
                for (int y = 0; y < 480; y++) {
                    for (int x = 0; x < 640; x++) {
                        assertEquals(surface.rgbAt(x, y), viewer.rgbAt(x, y));
                    }
                }
            }
            assertEquals(before, system.tasks().call(system::accounts));
            assertEquals(host, system.tasks().call(() -> system.bus().account(BusAgent.host()).snapshot()));
            system.await("the shutdown", system.driver()::shutdown);
        }
    }

    @Test
    void aSystemThatIsClosedListensNoMore() throws IOException {
        int port;
        try (SpineSystem system = build(EngineChoice.LIVE, 0)) {
            port = ((VncMonitor) system.monitors().getFirst()).localAddress().getPort();
        }
        assertThrows(IOException.class, () -> new RawViewer(port));
    }

    @Test
    void aPortThatIsTakenIsNamedWithItsPlaceAndTheOtherMonitorsAreClosed() {
        int port;
        try (SpineSystem first = build(EngineChoice.LIVE, 0)) {
            port = ((VncMonitor) first.monitors().getFirst()).localAddress().getPort();
            SystemFileException refusal = assertThrows(SystemFileException.class, () -> build(EngineChoice.LIVE, port));
            String expected = "test.toml:10:1: VNC port " + port + " at 127.0.0.1 cannot be opened (";
            assertTrue(String.valueOf(refusal.getMessage()).startsWith(expected), refusal::getMessage);
        }
        assertThrows(SystemFileException.class, () -> build(EngineChoice.LIVE, port, port));
        build(EngineChoice.LIVE, port).close();
    }
}
