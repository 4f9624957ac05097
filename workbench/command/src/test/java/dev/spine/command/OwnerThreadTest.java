package dev.spine.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every public type says in its comment whose it is: a thread, an agent, or anybody's because it never changes. */
class OwnerThreadTest {
    private static final Pattern PUBLIC_TYPE = Pattern.compile(
        "/\\*\\*((?:(?!\\*/).)*)\\*/\\s*(?:@\\w+(?:\\([^)]*\\))?\\s*)*"
            + "public (?:(?:sealed|non-sealed|final|abstract) )*(?:class|interface|record|enum|@interface) ", Pattern.DOTALL);
    private static final Pattern OWNER = Pattern.compile("thread|agent|owner|immutable", Pattern.CASE_INSENSITIVE);

    @ParameterizedTest
    @ValueSource(strings = {
        "i2o-message-layer", "iop-os", "devices", "host-osm/driver", "host-osm/testkit", "peer-transfer", "workbench/node",
        "workbench/system", "workbench/command", "perf", "perf/benchmarks", "spine-extensions/api", "spine-extensions/runtime",
        "spine-extensions/host", "spine-extensions/harness", "spine-extensions/router-host", "spine-extensions/services-host",
        "spine-extensions/active-rdma-host", "spine-extensions/interfaces-host", "test-support"})
    void everyPublicTypeNamesItsOwner(String module) throws IOException {
        try (Stream<Path> files = Files.walk(Document.ROOT.resolve(module).resolve("src/main/java"))) {
            assertEquals(List.of(), files.filter(file -> file.toString().endsWith(".java")).filter(OwnerThreadTest::hidesItsOwner)
                .map(file -> file.getFileName().toString()).toList(), "add one sentence: \"Any thread.\", \"The IOP's agent.\" …");
        }
    }

    /** Looks at the type of the file, not at those within it; images of experiments keep their lines, as they are what was measured. */
    private static boolean hidesItsOwner(Path file) {
        if (file.toString().contains("extension/experiment")) {
            return false;
        }
        try {
            Matcher type = PUBLIC_TYPE.matcher(Files.readString(file));
            return type.find() && !OWNER.matcher(type.group(1)).find();
        } catch (IOException e) {
            throw new IllegalStateException("cannot read " + file, e);
        }
    }
}
