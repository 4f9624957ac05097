package dev.spine.extension.runtime.verify;

import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_void;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Class files that a generator makes: an extension with handlers, methods that the JDK calls, and code of every kind, which nearly always
 * is what the virtual machine accepts, and seldom names what nobody may.
 *
 * <p>The same random numbers make the same class.
 */
public final class GeneratedClasses {
    /** The class's name. */
    public static final String NAME = "f.Fuzzed";
    /** A property of the system that only code which has escaped sets. */
    public static final String ESCAPED = "spine.fuzz.escaped";

    static final ClassDesc SELF = ClassDesc.of(NAME);
    private static final String API = "dev.spine.extension.api.";
    private static final ClassDesc CONTEXT = ClassDesc.of(API + "ExtensionContext");
    private static final ClassDesc HANDLER = ClassDesc.of(API + "Handler");
    private static final ClassDesc MESSAGE = ClassDesc.of(API + "Message");
    private static final ClassDesc FILTER = ClassDesc.of(API + "PacketFilter");
    private static final List<ClassDesc> INTERFACES = List.of("java.util.Comparator", "java.lang.Comparable", "java.lang.Runnable",
        "java.util.function.Function", "java.util.function.Consumer", "java.util.function.Supplier", "java.util.function.Predicate",
        "java.util.Iterator").stream().map(ClassDesc::of).toList();
    private static final ClassFile WRITER = ClassFile.of(ClassFile.ClassHierarchyResolverOption.of(
        ClassHierarchyResolver.of(List.of(), Map.of(SELF, CD_Object)).orElse(ClassHierarchyResolver.defaultResolver())));
    private static final int WORKERS = 3;

    private GeneratedClasses() {}

    /**
     * {@return a class file}
     *
     * @param random decides everything
     */
    public static byte[] next(Random random) {
        byte[] made = null;
        while (made == null) {
            made = attempt(random);
        }
        return made;
    }

    /** Null when the code has grown too long: the next numbers make another. */
    private static byte @Nullable [] attempt(Random random) {
        try {
            return write(random);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private static byte[] write(Random random) {
        boolean hostile = random.nextInt(12) == 0;
        return WRITER.build(SELF, builder -> {
            builder.withVersion(ClassFile.JAVA_25_VERSION - random.nextInt(9), 0);
            builder.withFlags(ClassFile.ACC_PUBLIC | ClassFile.ACC_SUPER | (random.nextBoolean() ? ClassFile.ACC_FINAL : 0));
            builder.withInterfaceSymbols(interfaces(random));
            fields(builder);
            methods(builder, random, hostile);
        });
    }

    private static List<ClassDesc> interfaces(Random random) {
        List<ClassDesc> all = new ArrayList<>(List.of(ClassDesc.of(API + "Extension"), HANDLER));
        INTERFACES.stream().filter(each -> random.nextBoolean()).forEach(all::add);
        return all;
    }

    private static void fields(ClassBuilder builder) {
        builder.withField("number", CD_int, ClassFile.ACC_PRIVATE);
        builder.withField("held", CD_Object, ClassFile.ACC_PRIVATE);
        builder.withField("context", CONTEXT, ClassFile.ACC_PRIVATE);
    }

    private static void methods(ClassBuilder builder, Random random, boolean hostile) {
        builder.withMethodBody("<init>", MethodTypeDesc.of(CD_void), ClassFile.ACC_PUBLIC,
            code -> code.aload(0).invokespecial(CD_Object, "<init>", MethodTypeDesc.of(CD_void)).return_());
        builder.withMethodBody("start", MethodTypeDesc.of(CD_void, CONTEXT), ClassFile.ACC_PUBLIC, code -> {
            code.aload(0).aload(1).putfield(SELF, "context", CONTEXT);
            install(code);
            if (random.nextInt(4) == 0) {
                // Most of what any code does ends in an exception: seldom here, so that something is left to run.
                new GeneratedCode(code, random, 2, false, hostile).write();
            }
            code.return_();
        });
        body(builder, random, hostile, "handle", MethodTypeDesc.of(CD_void, CD_Object, MESSAGE));
        if (random.nextInt(3) == 0) {
            body(builder, random, hostile, "stop", MethodTypeDesc.of(CD_void));
        }
        for (int i = 0; i < WORKERS; i++) {
            builder.withMethodBody("work" + i, MethodTypeDesc.of(CD_int, CD_int), ClassFile.ACC_STATIC | ClassFile.ACC_PRIVATE, code -> {
                GeneratedCode inner = new GeneratedCode(code, random, 1, true, hostile);
                inner.write();
                inner.number();
                code.ireturn();
            });
        }
        called(builder, random, hostile);
    }

    private static void install(CodeBuilder code) {
        code.aload(1).iconst_1().aload(0).aload(0).invokeinterface(CONTEXT, "onMessage",
            MethodTypeDesc.of(CD_void, CD_int, CD_Object, HANDLER));
        code.aload(1).loadConstant(7000).invokestatic(FILTER, "udp", MethodTypeDesc.of(FILTER, CD_int)).aload(0).aload(0)
            .invokeinterface(CONTEXT, "onPacket", MethodTypeDesc.of(CD_void, FILTER, CD_Object, HANDLER));
    }

    /** What the JDK, and the runtime, may call indirectly. */
    private static void called(ClassBuilder builder, Random random, boolean hostile) {
        Map<String, MethodTypeDesc> all = new TreeMap<>(Map.of("toString", MethodTypeDesc.of(CD_String),
            "hashCode", MethodTypeDesc.of(CD_int), "equals", MethodTypeDesc.of(CD_boolean, CD_Object),
            "compareTo", MethodTypeDesc.of(CD_int, CD_Object), "compare", MethodTypeDesc.of(CD_int, CD_Object, CD_Object),
            "run", MethodTypeDesc.of(CD_void), "apply", MethodTypeDesc.of(CD_Object, CD_Object),
            "get", MethodTypeDesc.of(CD_Object), "test", MethodTypeDesc.of(CD_boolean, CD_Object),
            "hasNext", MethodTypeDesc.of(CD_boolean)));
        all.put("next", MethodTypeDesc.of(CD_Object));
        all.put("accept", MethodTypeDesc.of(CD_void, CD_Object));
        all.forEach((name, type) -> {
            if (random.nextInt(3) != 0) {
                body(builder, random, hostile, name, type);
            }
        });
    }

    private static void body(ClassBuilder builder, Random random, boolean hostile, String name, MethodTypeDesc type) {
        builder.withMethodBody(name, type, ClassFile.ACC_PUBLIC, code -> {
            GeneratedCode inner = new GeneratedCode(code, random, 1 + type.parameterCount(), false, hostile);
            inner.write();
            inner.finish(type.returnType());
        });
    }
}
