package dev.spine.node;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** One maker of nodes: in the main code of all modules, only this module and {@code iop-os} make what a node consists of. */
class NodeMakersTest {
    private static final Path ROOT = Path.of(System.getProperty("spine.root", "../.."));
    private static final Pattern MAKES = Pattern.compile(
        "\\bnew (Bus|HostAgent|HostMemory|HostDriver|PeerDirectory|PeerTransport|IopBuilder|IopKernel)\\("
            + "|\\b(Bus|HostAgent|HostMemory|HostDriver|PeerDirectory|PeerTransport|IopBuilder|IopKernel)::new\\b");

    @Test
    void onlyTheBuilderMakesNodes() throws IOException {
        assertEquals(Set.of("workbench/node/src/main/java/dev/spine/node/NodeBuilder.java"), makers());
    }

    private static Set<String> makers() throws IOException {
        Set<String> makers = new TreeSet<>();
        try (Stream<Path> sources = Files.find(ROOT, 6, (path, _) -> path.endsWith("src/main/java"))) {
            for (Path module : sources.toList()) {
                try (Stream<Path> files = Files.walk(module)) {
                    files.filter(file -> file.toString().endsWith(".java") && MAKES.matcher(text(file)).find())
                        .forEach(file -> makers.add(ROOT.relativize(file).toString().replace('\\', '/')));
                }
            }
        }
        makers.removeIf(name -> name.startsWith("iop-os/"));
        return makers;
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
