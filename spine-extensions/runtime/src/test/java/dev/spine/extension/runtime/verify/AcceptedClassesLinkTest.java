package dev.spine.extension.runtime.verify;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.api.Extension;
import dev.spine.extension.runtime.meter.ClassMeter;
import dev.spine.extension.runtime.meter.Probes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.attribute.StackMapFrameInfo;
import java.lang.classfile.attribute.StackMapFrameInfo.ObjectVerificationTypeInfo;
import java.lang.classfile.attribute.StackMapFrameInfo.SimpleVerificationTypeInfo;
import java.lang.classfile.attribute.StackMapTableAttribute;
import java.lang.classfile.constantpool.ConstantPoolBuilder;
import java.lang.classfile.constantpool.LoadableConstantEntry;
import java.lang.classfile.constantpool.MethodHandleEntry;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandleInfo;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is accepted can be metered, and the virtual machine defines and links it: nobody finds out at the first message. */
class AcceptedClassesLinkTest {
    private static final int HEADER = 8;
    private static final int DAMAGES = 2_500;
    private static final ClassFile ASSEMBLER = ClassFile.of(ClassFile.StackMapsOption.DROP_STACK_MAPS,
        ClassFile.DeadCodeOption.KEEP_DEAD_CODE);
    private static final ClassDesc SELF = ClassDesc.of("h.Hostile");
    private static final MethodTypeDesc VOID = MethodTypeDesc.of(ConstantDescs.CD_void);
    private static final MethodTypeDesc METAFACTORY = MethodTypeDesc.ofDescriptor("(Ljava/lang/invoke/MethodHandles$Lookup;"
        + "Ljava/lang/String;Ljava/lang/invoke/MethodType;Ljava/lang/invoke/MethodType;Ljava/lang/invoke/MethodHandle;"
        + "Ljava/lang/invoke/MethodType;)Ljava/lang/invoke/CallSite;");
    private static final SimpleVerificationTypeInfo TOP = SimpleVerificationTypeInfo.TOP;
    private static final SimpleVerificationTypeInfo UNMADE = SimpleVerificationTypeInfo.UNINITIALIZED_THIS;
    private static final ObjectVerificationTypeInfo THROWABLE = ObjectVerificationTypeInfo.of(ConstantDescs.CD_Throwable);

    /**
     * A class.
     *
     * @param title what is wrong with it
     * @param bytes its class file
     */
    @SuppressWarnings("ArrayRecordComponent") // nobody compares them
    record Case(String title, byte[] bytes) {
        @Override
        public String toString() {
            return title;
        }
    }

    /** A namespace of its own. */
    private static final class Space extends ClassLoader {
        private final Map<String, byte[]> classes;

        Space(Map<String, byte[]> classes) {
            super(Extension.class.getClassLoader());
            this.classes = classes;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                byte[] bytes = classes.get(name);
                return loaded != null ? loaded : bytes == null ? super.loadClass(name, resolve) : defineClass(name, bytes, 0, bytes.length);
            }
        }
    }

    /** {@return what the virtual machine says of a class of an accepted image, or null} */
    private static @Nullable Throwable refusal(Verification verification, String name) {
        try {
            Map<String, byte[]> metered = new HashMap<>(new ClassMeter(verification.classes(), verification.code()).meter(Probes.NONE));
            metered.put(ClassMeter.ACCOUNT_CLASS, ClassMeter.accountClass());
            return link(metered, name);
        } catch (RuntimeException e) {
            return e;
        }
    }

    private static @Nullable Throwable link(Map<String, byte[]> classes, String name) {
        try {
            // Who asks for methods has the class linked.
            return new Space(classes).loadClass(name).getDeclaredMethods().length < 0 ? new IllegalStateException() : null;
        } catch (ReflectiveOperationException | LinkageError e) {
            return e;
        }
    }

    private static Verification examine(Map<String, byte[]> image) {
        return new Verifier(name -> !name.startsWith("java.") && !name.startsWith("dev.spine.")).examine(image, null);
    }

    @Test
    void whatOfDamagedClassesIsAcceptedCanBeLinked() {
        long given = Long.getLong("spine.seed", 0);
        long most = Long.getLong("spine.damages", DAMAGES);
        List<Programs.Program> programs = Programs.read("accepted-programs.txt");
        Map<String, byte[]> all = Programs.compile(programs);
        Map<String, Map<String, byte[]>> images = new HashMap<>();
        programs.forEach(program -> images.put(program.packageName(), program.of(all)));
        List<Map.Entry<String, byte[]>> classes = List.copyOf(all.entrySet());
        int accepted = 0;
        for (long seed = given == 0 ? 1 : given; seed <= (given == 0 ? most : given); seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Map.Entry<String, byte[]> one = classes.get(random.nextInt(classes.size()));
            String name = one.getKey();
            Map<String, byte[]> image = new TreeMap<>(images.get(name.substring(0, name.indexOf('.'))));
            image.put(name, damaged(one.getValue(), random));
            Verification verification = examine(image);
            if (verification.verdict().isAccepted()) {
                accepted++;
                long failed = seed;
                assertNull(refusal(verification, name), () -> name + " of seed " + failed + "; run it again with -Dspine.seed=" + failed);
            }
        }
        assertTrue(given != 0 || accepted > 0, "nothing was accepted");
    }

    /** Mostly within the code of a method, its sizes, its handlers and its stack map; sometimes anywhere. */
    private static byte[] damaged(byte[] bytes, SplittableRandom random) {
        byte[] damaged = bytes.clone();
        List<int[]> codes = codes(bytes);
        for (int flips = 1 + random.nextInt(3); flips > 0; flips--) {
            if (codes.isEmpty() || random.nextInt(8) == 0) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
            } else {
                int[] code = codes.get(random.nextInt(codes.size()));
                int at = code[0] + random.nextInt(code[1] - code[0]);
                damaged[at] = (byte) (random.nextBoolean() ? damaged[at] ^ 1 << random.nextInt(8)
                    : damaged[at] + 1 - 2 * random.nextInt(2));
            }
        }
        return damaged;
    }

    /** Where the code attributes of a class begin and end. */
    private static List<int[]> codes(byte[] bytes) {
        List<int[]> codes = new ArrayList<>();
        for (MethodModel method : ClassFile.of().parse(bytes).methods()) {
            if (method.code().orElse(null) instanceof CodeAttribute code) {
                byte[] begin = ByteBuffer.allocate(HEADER + code.codeLength()).putShort((short) code.maxStack())
                    .putShort((short) code.maxLocals()).putInt(code.codeLength()).put(code.codeArray()).array();
                int at = 0;
                while (!Arrays.equals(bytes, at, at + begin.length, begin, 0, begin.length)) {
                    at++;
                }
                codes.add(new int[] {at, Math.min(bytes.length, at + begin.length + 60)});
            }
        }
        return codes;
    }

    // --- assembled ones

    private static byte[] type(String method, int flags, String descriptor, BiConsumer<CodeBuilder, List<StackMapFrameInfo>> content) {
        return ASSEMBLER.build(SELF, builder -> builder.withVersion(ClassFile.JAVA_25_VERSION, 0)
            .withFlags(ClassFile.ACC_PUBLIC | ClassFile.ACC_SUPER)
            .withMethodBody(method, MethodTypeDesc.ofDescriptor(descriptor), flags, code -> {
                List<StackMapFrameInfo> frames = new ArrayList<>();
                content.accept(code, frames);
                if (!frames.isEmpty()) {
                    code.with(StackMapTableAttribute.of(frames));
                }
            }));
    }

    private static byte[] flags(int ofClass, int ofField, int ofMethod) {
        return ASSEMBLER.build(SELF, builder -> builder.withVersion(ClassFile.JAVA_25_VERSION, 0).withFlags(ofClass)
            .withField("f", ConstantDescs.CD_int, ofField).withMethod("m", VOID, ofMethod | ClassFile.ACC_ABSTRACT, method -> { }));
    }

    private static void made(CodeBuilder code) {
        code.aload(0).invokespecial(ConstantDescs.CD_Object, "<init>", VOID);
    }

    /** A static method with one variable of some name and type. */
    private static byte[] named(String name, String type) {
        return type("run", ClassFile.ACC_STATIC, "(I)V", (code, frames) -> code.return_().localVariable(0,
            code.constantPool().utf8Entry(name), code.constantPool().utf8Entry(type), code.startLabel(), code.endLabel()));
    }

    /** A text of two bytes whose first one makes it longer than it need be, which readers take for the letter. */
    private static byte[] longText() {
        byte[] bytes = ASSEMBLER.build(SELF, builder -> {
            builder.withVersion(ClassFile.JAVA_25_VERSION, 0).withFlags(ClassFile.ACC_PUBLIC | ClassFile.ACC_SUPER);
            builder.constantPool().utf8Entry("##");
        });
        for (int i = 0; i < bytes.length - 1; i++) {
            if (bytes[i] == '#' && bytes[i + 1] == '#') {
                bytes[i] = (byte) 0xC1;
                bytes[i + 1] = (byte) 0x81;
            }
        }
        return bytes;
    }

    /** A method that makes a lambda of a method handle. */
    private static byte[] handle(int kind, ClassDesc owner, String name, MethodTypeDesc type) {
        return type("run", ClassFile.ACC_STATIC, "()V", (code, frames) -> {
            ConstantPoolBuilder pool = code.constantPool();
            MethodHandleEntry metafactory = pool.methodHandleEntry(MethodHandleInfo.REF_invokeStatic, pool.methodRefEntry(
                ClassDesc.of("java.lang.invoke.LambdaMetafactory"), "metafactory", METAFACTORY));
            List<LoadableConstantEntry> arguments = List.of(pool.methodTypeEntry(VOID),
                pool.methodHandleEntry(kind, pool.methodRefEntry(owner, name, type)), pool.methodTypeEntry(VOID));
            code.invokedynamic(pool.invokeDynamicEntry(pool.bsmEntry(metafactory, arguments), pool.nameAndTypeEntry("run",
                MethodTypeDesc.of(ClassDesc.of("java.lang.Runnable"))))).pop().return_();
        });
    }

    static List<Case> refused() {
        int shared = ClassFile.ACC_STATIC;
        int open = ClassFile.ACC_PUBLIC | ClassFile.ACC_SUPER;
        int usual = open | ClassFile.ACC_ABSTRACT;
        return List.of(
            new Case("a constructor that returns without having made its object, where nobody comes", type("<init>", 0, "(I)V",
                (code, frames) -> {
                    made(code);
                    code.return_();
                    frames.add(StackMapFrameInfo.of(code.newBoundLabel(), List.of(TOP, UNMADE), List.of()));
                    code.return_();
                })),
            new Case("a handler of no instruction", type("run", shared, "()V", (code, frames) -> {
                Label none = code.newBoundLabel();
                code.return_();
                Label handler = code.newBoundLabel();
                frames.add(StackMapFrameInfo.of(handler, List.of(), List.of(THROWABLE)));
                code.athrow().exceptionCatchAll(none, none, handler);
            })),
            new Case("an initialiser with an argument", type("<clinit>", shared, "(I)V", (code, frames) -> code.return_())),
            new Case("a constructor that returns a number", type("<init>", 0, "()I", (code, frames) -> {
                made(code);
                code.iconst_0().ireturn();
            })),
            new Case("a variable whose name is none", named("a.b", "I")),
            new Case("a variable whose type is none", named("a", "k")),
            new Case("text that is longer than it need be", longText()),
            new Case("a constructor that is called as a static method", handle(MethodHandleInfo.REF_invokeStatic,
                ClassDesc.of("java.lang.StringBuilder"), "<init>", VOID)),
            new Case("an object that is made by a static method", handle(MethodHandleInfo.REF_newInvokeSpecial, SELF, "run", VOID)),
            new Case("a method of a class that is called as one of an interface", handle(MethodHandleInfo.REF_invokeInterface, SELF, "run",
                VOID)),
            new Case("a class that is abstract and final", flags(usual | ClassFile.ACC_FINAL, 0, 0)),
            new Case("a class that is a module", flags(usual | ClassFile.ACC_MODULE, 0, 0)),
            new Case("an annotation that is a class", flags(usual | ClassFile.ACC_ANNOTATION, 0, 0)),
            new Case("an interface that is final", flags(ClassFile.ACC_INTERFACE | ClassFile.ACC_ABSTRACT | ClassFile.ACC_FINAL,
                ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC | ClassFile.ACC_FINAL, ClassFile.ACC_PUBLIC)),
            new Case("an interface with a field of its own", flags(ClassFile.ACC_INTERFACE | ClassFile.ACC_ABSTRACT, 0,
                ClassFile.ACC_PUBLIC)),
            new Case("an interface with a method for neighbours", flags(ClassFile.ACC_INTERFACE | ClassFile.ACC_ABSTRACT,
                ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC | ClassFile.ACC_FINAL, 0)),
            new Case("a field that is final and volatile", flags(usual, ClassFile.ACC_FINAL | ClassFile.ACC_VOLATILE, 0)),
            new Case("a field that is public and private", flags(usual, ClassFile.ACC_PUBLIC | ClassFile.ACC_PRIVATE, 0)),
            new Case("a method that is abstract and private", flags(usual, 0, ClassFile.ACC_PRIVATE)));
    }

    @ParameterizedTest
    @MethodSource("refused")
    void whatTheVirtualMachineRefusesIsRefused(Case one) {
        Map<String, byte[]> image = Map.of("h.Hostile", one.bytes());
        assertFalse(examine(image).verdict().isAccepted());
        assertNotNull(link(image, "h.Hostile"), "the case is none: the virtual machine accepts it");
    }

    static List<Case> accepted() {
        int interfaces = ClassFile.ACC_INTERFACE | ClassFile.ACC_ABSTRACT;
        return List.of(
            new Case("a constructor that makes its object after a loop", type("<init>", 0, "()V", (code, frames) -> {
                Label again = code.newBoundLabel();
                frames.add(StackMapFrameInfo.of(again, List.of(UNMADE), List.of()));
                Label end = code.newLabel();
                code.iconst_0().ifeq(end).goto_(again).labelBinding(end);
                frames.add(StackMapFrameInfo.of(end, List.of(UNMADE), List.of()));
                made(code);
                code.return_();
            })),
            new Case("an object that is not made, kept by a method where nobody comes", type("run", ClassFile.ACC_STATIC, "(I)V",
                (code, frames) -> {
                    code.return_();
                    frames.add(StackMapFrameInfo.of(code.newBoundLabel(), List.of(UNMADE), List.of()));
                    code.return_();
                })),
            new Case("a variable with a name", named("a", "I")),
            new Case("a lambda of its own static method", handle(MethodHandleInfo.REF_invokeStatic, SELF, "run", VOID)),
            new Case("an interface", flags(interfaces, ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC | ClassFile.ACC_FINAL,
                ClassFile.ACC_PUBLIC)),
            new Case("an annotation", flags(interfaces | ClassFile.ACC_ANNOTATION, ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC
                | ClassFile.ACC_FINAL | ClassFile.ACC_SYNTHETIC, ClassFile.ACC_PUBLIC)));
    }

    @ParameterizedTest
    @MethodSource("accepted")
    void whatIsOnlyUnusualIsAccepted(Case one) {
        Verification verification = examine(Map.of("h.Hostile", one.bytes()));
        assertTrue(verification.verdict().isAccepted(), () -> Arrays.toString(verification.verdict().findings().toArray()));
        assertNull(refusal(verification, "h.Hostile"));
    }
}
