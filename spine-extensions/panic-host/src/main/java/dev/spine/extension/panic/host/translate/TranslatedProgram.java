package dev.spine.extension.panic.host.translate;

/** The class file of a program's compiled form. Never changed. Any thread. */
public final class TranslatedProgram {
    private final String className;
    private final byte[] classFile;

    TranslatedProgram(String className, byte[] classFile) {
        this.className = className;
        this.classFile = classFile;
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
}
