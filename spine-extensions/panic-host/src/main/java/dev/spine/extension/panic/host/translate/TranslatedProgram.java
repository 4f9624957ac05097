package dev.spine.extension.panic.host.translate;

import dev.spine.extension.host.PackagedExtension;
import dev.spine.extension.panic.machine.CompiledProgram;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.SortedMap;

/** The class file of a program's compiled form. Never changed. Any thread. */
public final class TranslatedProgram {
    private final String className;
    private final byte[] classFile;
    private final boolean isWhole;

    TranslatedProgram(String className, byte[] classFile, boolean isWhole) {
        this.className = className;
        this.classFile = classFile;
        this.isWhole = isWhole;
    }

    /**
     * {@return the binary name of the class} It is public, below {@link dev.spine.extension.panic.machine.CompiledProgram}, in the package
     * of that, and has a public constructor without parameters. Two programs have two names.
     */
    public String className() {
        return className;
    }

    /** {@return the bytes of the class, for an image in which the package of the machine is, too} */
    public byte[] classFile() {
        return classFile.clone();
    }

    /**
     * Adds the class to those of an image, and the classes of Spine's extensions that it names and the image does not have.
     *
     * @param classes bytes of class files by their names in the jar, {@code "my/pkg/Name.class"}
     */
    public void addTo(SortedMap<String, byte[]> classes) {
        classes.put(className.replace('.', '/').concat(".class"), classFile);
        try {
            PackagedExtension.addNamed(CompiledProgram.class.getClassLoader(), classes);
        } catch (IOException e) {
            throw new UncheckedIOException("the classes of a compiled program cannot be read", e);
        }
    }

    /** {@return whether all of it is compiled} Of a program that makes more than one class of a card may have, the end is interpreted. */
    public boolean isWhole() {
        return isWhole;
    }
}
