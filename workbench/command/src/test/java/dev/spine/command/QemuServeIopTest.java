package dev.spine.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.host.conformance.boot.BootReport;
import dev.spine.host.conformance.boot.BootScript;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** QEMU attaches a served IOP as a PCI card of a machine, and boots it with the machine's memory as message memory. */
@Tag("full")
class QemuServeIopTest {
    @TempDir
    Path directory;

    @Test
    void qemuSeesTheIopAndDriversBootItAndReadABlock() throws IOException, InterruptedException {
        ServedProcess.program("qemu-system-x86_64");
        ServedProcess.program("socat");
        Path qtest = directory.resolve("qtest.sock");
        Path script = Files.writeString(directory.resolve("start"), """
            #!/bin/sh
            exec qemu-system-x86_64 -machine pc -accel tcg -S -nodefaults -display none -no-reboot -m 64M \\
                -object memory-backend-memfd,id=ram,size=64M,share=on -machine memory-backend=ram \\
                -qtest unix:%s -qtest-log none -device x-pci-proxy-dev,id=iop0,fd=3,addr=4
            """.formatted(qtest));
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
        Path log = directory.resolve("qemu.log");
        try (ServedProcess server = new ServedProcess(directory, "--tolerate", "enable_without_system_table");
                QtestHost host = new QtestHost(qtest)) {
            Process qemu = new ProcessBuilder("socat", "UNIX-CONNECT:" + server.socket, "EXEC:" + script + ",nofork,fdin=3,fdout=3")
                .redirectErrorStream(true).redirectOutput(log.toFile()).start();
            try {
                host.accept();
                assertEquals(0x10F0_1AF4, host.configuration(0x00, 4));
                assertEquals(0x0E, host.configuration(0x0B, 1), "intelligent controller");
                assertEquals(0x00, host.configuration(0x0A, 1));
                assertEquals(0x01, host.configuration(0x09, 1), "with the queue at 0x40");
                assertEquals(1 << 20, host.mapBar());
                for (BootScript boot : new BootScript[] {BootScript.LINUX_2_6, BootScript.NETBSD, BootScript.DPT}) {
                    BootReport report = boot.run(host);
                    assertTrue(report.passed(), () -> report + read(log) + server.log());
                    assertTrue(report.steps().stream().anyMatch(step -> step.step().contains("BlockRead") && step.detail().isEmpty()),
                        report.toString());
                }
                BootReport rcpci = BootScript.REDCREEK.run(host);
                assertTrue(rcpci.passed(), () -> rcpci + server.log());
                assertTrue(rcpci.steps().stream().allMatch(step -> step.detail().isEmpty()), rcpci.toString());
            } finally {
                qemu.destroy();
                assertTrue(qemu.waitFor(20, TimeUnit.SECONDS), "QEMU ends");
            }
            server.terminate();
            assertTrue(server.log().contains("MALFORMED 0, STALLED 0, CUT 0"), server.log());
            // QEMU has passed its eventfds, and replies were signalled there. Without KVM nobody in QEMU waits for them.
            assertTrue(Pattern.compile("INTERRUPTS [1-9]").matcher(server.log()).find(), server.log());
        }
    }

    private static String read(Path log) {
        try {
            return "\n" + Files.readString(log);
        } catch (IOException e) {
            return e.toString();
        }
    }
}
