package dev.spine.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.host.PackagedExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sample.tohost.ToHost;

/** A system file places extensions on the host. */
@Tag("SN-07")
class KernelEnvironmentTest {
    private static final String SYSTEM = """
        [[wire]]
        kind = "capture"
        name = "wire"
        file = "bars"
        [[iop]]
        name = "nic"
        [[iop.device]]
        kind = "lan"
        wire = "wire"
        [[iop.device]]
        kind = "runtime"
        memory = "4M"
        [[iop.device.extension]]
        name = "counting"
        image = "tally.jar"
        place = "PLACE"
        parameters = {port = 5004}
        """;

    private static final Pattern PACKETS = Pattern.compile("packets seen ([0-9,]+)");

    @TempDir
    private Path directory;

    private Path file(String place) throws IOException {
        RunningSystem.tallyJar(directory);
        return Files.writeString(directory.resolve("system.toml"), SYSTEM.replace("PLACE", place));
    }

    private static String inspect(RunningSystem system, String on) {
        return system.command("ext", "inspect", 1, "--on", on).succeeded().out().replaceAll(" +", " ");
    }

    private static void awaitPackets(RunningSystem system, String on) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (inspect(system, on).contains("packets seen 0")) {
            assertTrue(System.nanoTime() < end, () -> inspect(system, on));
            Thread.onSpinWait();
        }
    }

    @Test
    @Tag("SS-26")
    void anExtensionRunsWhereItsFileSays() throws IOException {
        for (String place : new String[] {"card", "host"}) {
            String on = place.equals("card") ? "nic" : "host";
            try (RunningSystem system = new RunningSystem(directory, file(place))) {
                awaitPackets(system, on);
                system.command("ext", "send", 1, 1, 3, "--on", on).succeeded();
                assertTrue(inspect(system, on).contains("timers got 3"), inspect(system, on));
                assertEquals("nothing has changed", system.command("reload").succeeded().out().strip());
                String said = system.stop();
                assertTrue(said.contains("loaded counting on " + on + " as extension 1"), said);
            }
        }
    }

    private static long packets(RunningSystem system) {
        Matcher seen = PACKETS.matcher(inspect(system, "host"));
        assertTrue(seen.find());
        return Long.parseLong(seen.group(1).replace(",", ""));
    }

    private static void await(RunningSystem system, String what, BooleanSupplier condition) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < end, () -> what + ": " + inspect(system, "host"));
            Thread.onSpinWait();
        }
    }

    @Test
    void afterAResetOfItsCardAnExtensionOfTheHostHasItsPacketsAndItsPeersAgain() throws IOException {
        Path jar = Files.write(directory.resolve("tohost.jar"), PackagedExtension.image("tohost", ToHost.class));
        try (RunningSystem system = new RunningSystem(directory, file("host"))) {
            awaitPackets(system, "host");
            for (int life = 1; life <= 3; life++) {
                int got = life;
                system.command("ext", "load", jar, "--on", "nic").succeeded();
                system.command("ext", "send", 1, 1, 1, 1, 1, "--on", "nic").succeeded();
                await(system, "the card's message", () -> inspect(system, "host").contains("timers got " + got));
                system.command("reset", "nic").succeeded();
                long before = packets(system);
                await(system, "packets after the reset", () -> packets(system) > before);
            }
        }
    }

    @Test
    void theHostsRuntimeTakesExtensionsOfUsersToo() throws IOException {
        try (RunningSystem system = new RunningSystem(directory, file("host"))) {
            Path jar = directory.resolve("tally.jar");
            assertEquals("loaded tally on host as extension 2",
                system.command("ext", "load", jar, "--on", "host").succeeded().out().strip());
            // Without a word about it, extensions go onto the card.
            assertEquals("loaded tally on nic as extension 1", system.command("ext", "load", jar).succeeded().out().strip());
            system.command("ext", "unload", 2, "--on", "host").succeeded();
        }
    }

    @Test
    void aHostWithoutARuntimeSaysWhenItGetsOne() throws IOException {
        Path card = file("card");
        try (RunningSystem system = new RunningSystem(directory, card)) {
            assertTrue(system.command("ext", "load", directory.resolve("tally.jar"), "--on", "host").refusal()
                .contains("the host has no runtime"));
            file("host");
            assertEquals(1, system.command("reload").code());
        }
    }
}
