package dev.spine.device.tunnel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.clients.Program;
import dev.spine.device.HandAgent;
import dev.spine.device.wire.WirePort;
import dev.spine.iop.packet.Packet;
import dev.spine.iop.packet.wire.MacAddress;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A virtual machine is the other end: its firmware looks for a server to boot from. */
@Tag("full")
@Timeout(120)
class QemuTunnelTest {
    private static final String ADDRESS = "52:54:00:12:34:56";
    private static final int UDP_DESTINATION_AT = 36;
    private static final int DHCP_SERVER = 67;

    @TempDir
    private Path directory;

    @Test
    void aMachinesFirmwareAsksForAnAddressThroughTheTunnel() throws IOException, InterruptedException {
        Program.need("qemu-system-x86_64");
        HandAgent device = HandAgent.live("iop1");
        try (TunnelWire wire = new TunnelWire("tunnel0", new TunnelEnd.Listen(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0)),
            TunnelSecurity.PLAIN, 64, WirePort.ETHERNET_PACKET_BYTES)) {
            wire.ports().getFirst().attach(device);
            Process qemu = new ProcessBuilder("qemu-system-x86_64", "-machine", "pc", "-accel", "tcg", "-nodefaults", "-display", "none",
                "-m", "64M", "-boot", "n", "-netdev", "stream,id=n0,server=off,addr.type=inet,addr.host=127.0.0.1,addr.port="
                    + wire.address().getPort(), "-device", "e1000,netdev=n0,mac=" + ADDRESS)
                .redirectErrorStream(true).redirectOutput(directory.resolve("qemu.log").toFile()).start();
            try {
                Packet found = null;
                while (found == null) {
                    assertTrue(qemu.isAlive(), "QEMU ended");
                    Packet packet = wire.ports().getFirst().arrivals().poll();
                    if (packet != null && isQuestionForAnAddress(packet)) {
                        found = packet;
                    } else if (packet != null) {
                        packet.release(device);
                    } else {
                        Thread.onSpinWait();
                    }
                }
                assertEquals(MacAddress.parse(ADDRESS), MacAddress.source(found.memory(), found.offset()));
                assertEquals(MacAddress.BROADCAST, MacAddress.destination(found.memory(), found.offset()));
            } finally {
                qemu.destroy();
                assertTrue(qemu.waitFor(20, TimeUnit.SECONDS), "QEMU ends");
            }
        }
    }

    private static boolean isQuestionForAnAddress(Packet packet) {
        return packet.length() > UDP_DESTINATION_AT + Short.BYTES && DHCP_SERVER == (Short.reverseBytes(
            packet.memory().get(ValueLayout.JAVA_SHORT_UNALIGNED, packet.offset() + UDP_DESTINATION_AT)) & 0xFFFF);
    }
}
