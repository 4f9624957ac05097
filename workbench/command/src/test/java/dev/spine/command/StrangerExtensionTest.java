package dev.spine.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.command.StrangerProject.Artifact;
import dev.spine.command.StrangerProject.Build;
import dev.spine.device.disk.DiskModule;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.harness.SimulatedCard;
import dev.spine.extension.host.RuntimeClient;
import dev.spine.extension.runtime.RuntimeModule;
import dev.spine.host.driver.HostDriver;
import dev.spine.i2o.MessageFrame;
import dev.spine.iop.Iop;
import dev.spine.node.NodeBuilder;
import dev.spine.peer.PeerSession;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The template of an extension, built by Maven as a stranger builds it: see {@link StrangerProject}. */
@Tag("full")
class StrangerExtensionTest {
    private static final List<Artifact> ARTIFACTS = List.of(
        new Artifact("i2o-message-layer", "spine-i2o-message-layer", MessageFrame.class),
        new Artifact("iop-os", "spine-iop-os", Iop.class),
        new Artifact("peer-transfer", "spine-peer-transfer", PeerSession.class),
        new Artifact("devices", "spine-devices", DiskModule.class),
        new Artifact("host-osm", "spine-host-osm", null),
        new Artifact("host-osm/driver", "spine-host-driver", HostDriver.class),
        new Artifact("workbench", "spine-workbench", null),
        new Artifact("workbench/node", "spine-node", NodeBuilder.class),
        new Artifact("spine-extensions", "spine-extensions", null),
        new Artifact("spine-extensions/api", "spine-extension-api", ExtensionContext.class),
        new Artifact("spine-extensions/runtime", "spine-extension-runtime", RuntimeModule.class),
        new Artifact("spine-extensions/host", "spine-extension-host", RuntimeClient.class),
        new Artifact("spine-extensions/harness", "spine-extension-harness", SimulatedCard.class));

    @Test
    void strangersExtensionIsTestedPackedAndAccepted(@TempDir Path directory) throws Exception {
        Build build = StrangerProject.maven(StrangerProject.prepare(directory, "docs/examples/extension-template", ARTIFACTS), "package");
        assertEquals(0, build.exitCode(), build::output);
        assertTrue(build.output().contains("Tests run: 3, Failures: 0, Errors: 0, Skipped: 0"), build::output);
        CommandRun verdict = CommandRun.of("ext", "verify", directory.resolve("project/target/port-counter.jar"));
        verdict.succeeded();
        assertTrue(verdict.out().startsWith("accepted: port-counter, entry com.example.portcounter.PortCounter"), verdict::out);
    }
}
