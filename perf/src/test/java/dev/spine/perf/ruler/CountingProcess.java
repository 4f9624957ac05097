package dev.spine.perf.ruler;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/** A process whose classes are counted. Any thread. */
public final class CountingProcess {
    private CountingProcess() {}

    /**
     * Runs workloads in a process of their own and waits for it.
     *
     * @param scratch an empty directory
     * @param workloads has a public static method {@code all}, as {@link dev.spine.perf.plan.CountedWorkloads} has
     * @return lines of workload, processor, operation, times, units, units of bookkeeping, with tabs between them; some of each
     */
    public static List<String> count(Path scratch, Class<?> workloads) throws IOException, InterruptedException {
        Path boot = jar(scratch.resolve("boot.jar"), new Manifest(), Counted.class);
        Manifest agent = new Manifest();
        agent.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        agent.getMainAttributes().putValue("Premain-Class", CountingAgent.class.getName());
        agent.getMainAttributes().putValue("Can-Retransform-Classes", "true");
        Path jar = jar(scratch.resolve("agent.jar"), agent, CountingAgent.class, BlockCounting.class);
        Path counts = scratch.resolve("counts.tsv");
        Path said = scratch.resolve("said.txt");
        Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx1g",
            "--enable-native-access=ALL-UNNAMED", "-javaagent:" + jar + "=" + boot, "-cp",
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
            CountingRun.class.getName(), counts.toString(), workloads.getName()).redirectErrorStream(true).redirectOutput(said.toFile())
            .start();
        if (process.waitFor() != 0) {
            throw new IOException(Files.readString(said));
        }
        return Files.readAllLines(counts);
    }

    private static Path jar(Path file, Manifest manifest, Class<?>... types) throws IOException {
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        try (OutputStream out = Files.newOutputStream(file); JarOutputStream jar = new JarOutputStream(out, manifest)) {
            for (Class<?> type : types) {
                List<Class<?>> all = new ArrayList<>(List.of(type.getDeclaredClasses()));
                all.add(type);
                for (Class<?> each : all) {
                    String name = each.getName().replace('.', '/') + ".class";
                    jar.putNextEntry(new JarEntry(name));
                    try (InputStream in = each.getClassLoader().getResourceAsStream(name)) {
                        in.transferTo(jar);
                    }
                }
            }
        }
        return file;
    }
}
