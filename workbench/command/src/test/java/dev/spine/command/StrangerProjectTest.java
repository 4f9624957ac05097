package dev.spine.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.command.StrangerProject.Artifact;
import dev.spine.command.StrangerProject.Build;
import dev.spine.device.disk.DiskModule;
import dev.spine.host.driver.HostDriver;
import dev.spine.host.testkit.TestNode;
import dev.spine.i2o.MessageFrame;
import dev.spine.iop.Iop;
import dev.spine.node.NodeBuilder;
import dev.spine.peer.PeerSession;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The project of the guide for authors of drivers, built by Maven as a stranger builds it: see {@link StrangerProject}. */
@Tag("full")
class StrangerProjectTest {
    private static final List<Artifact> ARTIFACTS = List.of(
        new Artifact("host-osm", "spine-host-osm", null),
        new Artifact("i2o-message-layer", "spine-i2o-message-layer", MessageFrame.class),
        new Artifact("iop-os", "spine-iop-os", Iop.class),
        new Artifact("devices", "spine-devices", DiskModule.class),
        new Artifact("host-osm/driver", "spine-host-driver", HostDriver.class),
        new Artifact("peer-transfer", "spine-peer-transfer", PeerSession.class),
        new Artifact("workbench", "spine-workbench", null),
        new Artifact("workbench/node", "spine-node", NodeBuilder.class),
        new Artifact("host-osm/testkit", "spine-testkit", TestNode.class));

    @Test
    void strangersDriverTestCompilesAndPasses(@TempDir Path directory) throws Exception {
        Build build = StrangerProject.maven(prepare(directory), "test");
        assertEquals(0, build.exitCode(), build::output);
        assertTrue(build.output().contains("Tests run: 8, Failures: 0, Errors: 0, Skipped: 0"), build::output);
    }

    @Test
    void strangersBuildFailsUsefullyWhenHisDriverLeaksAFrame(@TempDir Path directory) throws Exception {
        Build build = StrangerProject.maven(prepare(directory), "test", "-Dtest=LeakyDriverCheck");
        assertNotEquals(0, build.exitCode(), build::output);
        for (String part : List.of("the test leaves behind what it took", "IOP 'card': request frame",
            "was taken and neither posted nor put back; by LeakyDriver.read(LeakyDriver.java:")) {
            assertTrue(build.output().contains(part), () -> "'" + part + "' is in:\n" + build.output());
        }
    }

    private static Path prepare(Path directory) throws Exception {
        return StrangerProject.prepare(directory, "docs/examples/driver-test", ARTIFACTS);
    }
}
