package dev.spine.extension.ardma.host.compile;

import dev.spine.extension.ardma.compiled.CompiledRoutine;
import dev.spine.extension.host.PackagedExtension;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** A routine that was compiled. Never changed. Any thread. */
public final class CompiledCode {
    /** The binary name of the class, which is the entry of the image. */
    public static final String ENTRY = CompiledRoutine.class.getPackageName() + ".Compiled";

    private final byte[] classFile;
    private final Checks checks;
    private final SortedSet<Integer> areas;
    private final SortedSet<Integer> methods;

    CompiledCode(byte[] classFile, Checks checks, Set<Integer> areas, Set<Integer> methods) {
        this.classFile = classFile;
        this.checks = checks;
        this.areas = new TreeSet<>(areas);
        this.methods = new TreeSet<>(methods);
    }

    /** {@return the bytes of the class, named {@link #ENTRY}} */
    public byte[] classFile() {
        return classFile.clone();
    }

    /** {@return a bit for each area that the code uses, by their numbers in {@link dev.spine.extension.ardma.routine.RunLayout}} */
    public int areas() {
        return areas.stream().mapToInt(area -> 1 << area).sum();
    }

    /** {@return whether it counts the steps that it makes} */
    public boolean countsSteps() {
        return checks.counts();
    }

    /** {@return the methods of the routine that are compiled; none of those that are too large} */
    public Set<Integer> methods() {
        return Set.copyOf(methods);
    }

    /**
     * {@return the jar that a runtime loads}
     *
     * @param name the extension's name, for listings
     */
    public byte[] image(String name) {
        ClassLoader loader = CompiledRoutine.class.getClassLoader();
        SortedMap<String, byte[]> classes = new TreeMap<>();
        String base = CompiledRoutine.class.getName().replace('.', '/') + ".class";
        classes.put(ENTRY.replace('.', '/') + ".class", classFile);
        try (InputStream in = Objects.requireNonNull(loader.getResourceAsStream(base))) {
            classes.put(base, in.readAllBytes());
            PackagedExtension.addNamed(loader, classes);
        } catch (IOException e) {
            throw new UncheckedIOException("the classes of a compiled routine cannot be read", e);
        }
        return PackagedExtension.jar(name, ENTRY, classes);
    }
}
