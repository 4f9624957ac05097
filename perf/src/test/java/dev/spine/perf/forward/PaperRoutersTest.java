package dev.spine.perf.forward;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.router.RouterProtocol;
import dev.spine.extension.router.host.RouterSettings;
import dev.spine.host.driver.HostException;
import dev.spine.iop.bus.MemoryLedger;
import dev.spine.system.IopDescription;
import dev.spine.system.MemoryTable;
import dev.spine.system.SystemDescription;
import dev.spine.system.SystemDescription.PlacedWire;
import dev.spine.system.graph.SpineComponent;
import dev.spine.system.kind.CaptureKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The router within the memory of the cards of the papers. */
class PaperRoutersTest {
    private static final Path DOCS = Path.of(System.getProperty("spine.root", ".."), "docs");
    private static final int PACKETS = 2_000;

    private static SystemDescription read(String name, String memory) throws IOException {
        return SpineComponent.create().systemFile().read("card.toml", Files.readString(DOCS.resolve("examples/cards/" + name + ".toml"))
            .replaceAll("memory = \"(1M|256K)\"", "memory = \"" + memory + "\""));
    }

    /** {@return the same system, by whose wires other packets come} */
    private static SystemDescription offering(SystemDescription described, ForwardPackets packets) {
        List<PlacedWire> wires = described.wires().stream().map(wire -> wire.spec() instanceof CaptureKind.Spec spec
            ? new PlacedWire(wire.kind(), new CaptureKind.Spec(spec.name(), packets.offered(), spec.receiveBuffers(),
                CaptureKind.Replay.NONE)) : wire).toList();
        return new SystemDescription(described.name(), described.profile(), described.seed(), wires, described.iops());
    }

    private static Map<String, String> parameters(IopDescription iop) {
        return iop.devices().getLast().extensions().getFirst().parameters();
    }

    private static int number(SystemDescription described, String parameter) {
        List<Integer> values = described.iops().stream().map(iop -> Integer.valueOf(parameters(iop).get(parameter))).distinct().toList();
        assertEquals(1, values.size(), "all cards of a router have the same " + parameter);
        return values.getFirst();
    }

    /** {@return a run on the cards that a file describes, with the settings of its routers, ready to be measured} */
    private static ForwardRun run(SystemDescription described, ForwardTraffic traffic) {
        RouterSettings settings = RouterSettings.STANDARD.withBatchBytes(number(described, RouterProtocol.PARAMETER_BATCH_BYTES))
            .withNextHops(number(described, RouterProtocol.PARAMETER_NEXT_HOPS));
        ForwardMachine machine = ForwardMachine.modelled(described.profile());
        ForwardStage stage = ForwardStage.build(machine, machine.newEngine(1), traffic,
            number(described, RouterProtocol.PARAMETER_TABLE_BYTES), offering(described, traffic.packets()));
        try {
            return new ForwardRun(stage, new SpineForwardPath(settings));
        } catch (HostException e) {
            stage.system().close();
            throw e;
        }
    }

    /** The second one needs more than its card has. The rates stand in docs/system-files.md. */
    @ParameterizedTest
    @CsvSource({"router-1m, 1M, 1048576, 12260", "router-256k, 384K, 393216, 11770"})
    @Tag("SN-12")
    @Tag("SS-33")
    void packetsAreForwardedWithinTheMemoryOfTheCards(String name, String memory, long bytes, int packetsPerSecond) throws IOException {
        try (ForwardRun run = run(read(name, memory), new ForwardInput.Made(FrameSizes.of(64), 1).traffic(1))) {
            ForwardRun.Pass pass = run.closedLoop(PACKETS, true);
            for (String iop : run.stage().system().iops().keySet()) {
                MemoryLedger ledger = run.stage().system().memory(iop);
                System.out.println(name + ", " + iop + System.lineSeparator() + MemoryTable.of(ledger));
                assertEquals(bytes, ledger.limit());
                assertTrue(ledger.left() >= 0, () -> MemoryTable.of(ledger).toString());
            }
            assertEquals(PACKETS, pass.units());
            assertEquals(0, pass.wrong());
            assertEquals(packetsPerSecond, pass.units() / pass.seconds(), 0.05 * packetsPerSecond);
        }
    }

    @Test
    void theSmallerCardHasNoRoomForTheRouterAndTheDocumentsShowWhoHoldsItsMemory() throws IOException {
        ForwardTraffic traffic = new ForwardInput.Made(FrameSizes.of(64), 1).traffic(1);
        SystemDescription described = read("router-256k", "256K");
        String message = assertThrows(HostException.class, () -> run(described, traffic).close()).getMessage();
        assertTrue(message.startsWith("the router cannot be loaded onto in: refused: the card's memory of 262144 bytes has "), message);
        String documented = Files.readString(DOCS.resolve("system-files.md"));
        // The first line has the length of the image, which depends on what has compiled it.
        message.lines().skip(1).forEach(line -> assertTrue(documented.contains(line),
            () -> "docs/system-files.md does not have '" + line + "' of" + System.lineSeparator() + message));
    }
}
