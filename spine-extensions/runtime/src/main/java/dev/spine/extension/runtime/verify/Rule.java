package dev.spine.extension.runtime.verify;

import java.util.Locale;

/**
 * A rule that class files of extensions keep: what it forbids, why, and what an author does instead. One function applies each. Any thread.
 */
public enum Rule {
    /** The bytes are a class file. */
    CLASS_FILE(Phase.MALFORMED, "bytes that are no class file", "nothing can be said about code that cannot be read",
        "build the class with javac and pack it unchanged"),
    /** The versions of javac 17 to 25. */
    CLASS_VERSION(Phase.MALFORMED, "class files of other versions than 61 to 69, and preview features",
        "older ones have instructions and checks of their own, newer ones are not known", "compile with javac --release 17 to 25"),
    /** Everything in {@link Limits}. */
    LIMIT(Phase.MALFORMED, "classes beyond a limit", "verifying, metering and running must end in bounded time and memory",
        "split the class or the method, or leave out what the card does not need"),
    /** The name in the file is that of the entry. */
    CLASS_NAME(Phase.MALFORMED, "a class under another name than its place in the jar", "one name must mean one class",
        "pack the jar again from the compiler's output"),
    /** No class in the namespace of the system. */
    OWN_PACKAGE(Phase.INVALID, "classes in a package of the JDK or of Spine", "it would get the access of the real package's classes",
        "use a package of your own"),
    /** No module. */
    MODULE(Phase.INVALID, "module descriptors", "an extension is no module: it links by the allow-list only", "leave out module-info"),
    /** Attributes that are known to carry no code. */
    ATTRIBUTE(Phase.INVALID, "attributes that javac does not write", "what is not understood is not trusted",
        "compile with javac, without other tools"),
    /** No native methods. */
    NATIVE_METHOD(Phase.INVALID, "native methods", "their code cannot be checked", "write it in Java"),
    /** No synchronized methods. */
    SYNCHRONIZED_METHOD(Phase.INVALID, "synchronized methods", "a lock can be held forever; handlers of an extension never run at once",
        "leave out synchronized"),
    /** No monitors. */
    MONITOR(Phase.INVALID, "synchronized blocks", "a lock can be held forever; handlers of an extension never run at once",
        "leave out synchronized"),
    /** No finalizers. */
    FINALIZER(Phase.INVALID, "finalizers", "they run on another thread, after the unload", "release things in stop()"),
    /** No class literals. */
    CLASS_LITERAL(Phase.INVALID, "class literals", "a Class leads to reflection", "use an enum or a number of your own"),
    /** No constants of method handles and types. */
    METHOD_HANDLE(Phase.INVALID, "method handles and method types outside lambdas", "they call anything, unmetered",
        "use a lambda or an interface"),
    /** No dynamic constants. */
    DYNAMIC_CONSTANT(Phase.INVALID, "dynamically computed constants", "linking one runs code that nobody meters",
        "name enum constants in switches without their class, or use a field"),
    /** Only javac's own bootstraps, in its shapes. */
    BOOTSTRAP(Phase.INVALID, "invokedynamic other than javac's for lambdas, text, switches and records",
        "a bootstrap method runs code while linking", "write Java and compile it with javac"),
    /** No jsr and ret. */
    SUBROUTINE(Phase.INVALID, "the instructions jsr and ret", "where they lead to cannot be told", "compile with a current javac"),
    /** No shared mutable state. */
    STATIC_FIELD(Phase.INVALID, "static fields that are not final, or whose type can change",
        "state belongs to the extension object: there it is counted, inspected and handed to a new version",
        "make it a field of your extension object; static final is fine for numbers, text, enums, immutable classes and List.of"),
    /** Statics are written by their own initialiser. */
    STATIC_WRITE(Phase.INVALID, "writing static fields outside the initialiser of their class", "state belongs to the extension object",
        "make it a field of your extension object"),
    /** Initialisers make constants only. */
    INITIALISER(Phase.INVALID, "static initialisers with loops, calls of own methods, or mutable values",
        "the virtual machine runs them once, at a moment that nobody chose", "do the work in start() and keep the result in a field"),
    /** No identity hashes. */
    IDENTITY_HASH(Phase.INVALID, "super.hashCode() and super.toString() of Object", "an identity differs from run to run",
        "compute it from your own fields"),
    /** The virtual machine would accept it. */
    VERIFICATION(Phase.INVALID, "code that the virtual machine would refuse", "types must hold for everything else to hold",
        "compile with javac, without other tools"),
    /** Names that the meter uses. */
    RESERVED_NAME(Phase.INVALID, "names that begin with meter$", "the meter writes fields, methods and classes of such names",
        "choose another name"),
    /** Exceptions answer what they were given. */
    EXCEPTION_METHOD(Phase.INVALID, "getMessage, getCause and other methods of Throwable in an exception, but for toString",
        "the system asks an exception for them outside of any activation", "give text and cause to super(...), or write toString"),
    /** Inheritance without circles. */
    INHERITANCE(Phase.INVALID, "circular or very deep inheritance, and pretended enums and records",
        "members must be found in bounded time",
        "compile with javac, without other tools"),
    /** Named types are allowed. */
    TYPE(Phase.UNLINKABLE, "types that are neither in the image nor open to extensions",
        "only what cannot harm others is open", "use what docs/extension-rules.md lists, or pack the class into the jar"),
    /** Called methods are allowed. */
    CALL(Phase.UNLINKABLE, "methods that are neither in the image nor open to extensions",
        "only what has a known cost and harms nobody is open",
        "use what docs/extension-rules.md lists, or write it yourself"),
    /** Read fields are allowed. */
    FIELD(Phase.UNLINKABLE, "fields that are neither in the image nor open to extensions", "only constants are open",
        "use a method of the type"),
    /** Extended types are open. */
    EXTEND(Phase.UNLINKABLE, "extending or implementing a type that is not open for that",
        "the system calls its methods where nobody meters them, or trusts what they answer",
        "hold an object of the type in a field; exceptions, functional interfaces, Comparable, Comparator and Iterator are open"),
    /** The entry class can be made. */
    ENTRY(Phase.UNINSTANTIABLE, "an entry class that cannot be made", "the runtime makes one object of it",
        "make it public, not abstract, implement Extension directly or above, with a public constructor without arguments");

    private final Phase phase;
    private final String forbidden;
    private final String why;
    private final String remedy;

    Rule(Phase phase, String forbidden, String why, String remedy) {
        this.phase = phase;
        this.forbidden = forbidden;
        this.why = why;
        this.remedy = remedy;
    }

    /** {@return its name in verdicts, such as {@code class-literal}} */
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** {@return the promise that is broken} */
    public Phase phase() {
        return phase;
    }

    /** {@return what it forbids} */
    public String forbidden() {
        return forbidden;
    }

    /** {@return why} */
    public String why() {
        return why;
    }

    /** {@return what to do instead} */
    public String remedy() {
        return remedy;
    }
}
