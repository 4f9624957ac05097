package dev.spine.extension.runtime.verify;

import static java.lang.constant.ConstantDescs.CD_CallSite;
import static java.lang.constant.ConstantDescs.CD_Enum;
import static java.lang.constant.ConstantDescs.CD_MethodHandle;
import static java.lang.constant.ConstantDescs.CD_MethodHandles_Lookup;
import static java.lang.constant.ConstantDescs.CD_MethodType;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_void;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.attribute.SourceDebugExtensionAttribute;
import java.lang.classfile.instruction.DiscontinuedInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.DynamicCallSiteDesc;
import java.lang.constant.DynamicConstantDesc;
import java.lang.constant.MethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Class files that no compiler writes, each with the rule that must find it. */
final class AssembledClasses {
    private static final ClassFile ASSEMBLER = ClassFile.of(ClassFile.StackMapsOption.DROP_STACK_MAPS,
        ClassFile.DeadCodeOption.KEEP_DEAD_CODE);
    private static final ClassFile CHECKED = ClassFile.of(ClassFile.StackMapsOption.GENERATE_STACK_MAPS);
    private static final ClassDesc SELF = ClassDesc.of("h.Hostile");
    private static final ClassDesc SYSTEM = ClassDesc.of("java.lang.System");
    private static final MethodTypeDesc VOID = MethodTypeDesc.of(CD_void);
    private static final MethodTypeDesc BOOTSTRAP = MethodTypeDesc.of(CD_CallSite, CD_MethodHandles_Lookup, CD_String, CD_MethodType);
    private static final ClassDesc LAMBDA = ClassDesc.of("java.lang.invoke.LambdaMetafactory");

    /**
     * An image.
     *
     * @param title what it tries
     * @param rule what must find it
     * @param classes its classes
     */
    record Case(String title, Rule rule, Map<String, byte[]> classes) {
        @Override
        public String toString() {
            return title;
        }
    }

    private final List<Case> cases = new ArrayList<>();

    private AssembledClasses() {}

    static List<Case> all() {
        AssembledClasses corpus = new AssembledClasses();
        corpus.damaged();
        corpus.versions();
        corpus.names();
        corpus.constants();
        corpus.bootstraps();
        corpus.inheritance();
        corpus.instructions();
        corpus.types();
        corpus.variables();
        corpus.shapes();
        corpus.sizes();
        return corpus.cases;
    }

    private void add(String title, Rule rule, byte[] bytes) {
        cases.add(new Case(title, rule, Map.of("h.Hostile", bytes)));
    }

    private static byte[] type(Consumer<ClassBuilder> content) {
        return ASSEMBLER.build(SELF, builder -> {
            builder.withVersion(ClassFile.JAVA_25_VERSION, 0).withFlags(ClassFile.ACC_PUBLIC | ClassFile.ACC_SUPER);
            content.accept(builder);
        });
    }

    private static byte[] code(Consumer<CodeBuilder> content) {
        return type(builder -> builder.withMethodBody("run", VOID, ClassFile.ACC_STATIC, content));
    }

    private void damaged() {
        byte[] good = code(CodeBuilder::return_);
        add("no bytes", Rule.CLASS_FILE, new byte[0]);
        add("another magic number", Rule.CLASS_FILE, new byte[200]);
        add("cut in the constant pool", Rule.CLASS_FILE, Arrays.copyOf(good, 20));
        add("cut in the methods", Rule.CLASS_FILE, Arrays.copyOf(good, good.length - 8));
        byte[] pool = good.clone();
        pool[8] = (byte) 0xFF;
        pool[9] = (byte) 0xFF;
        add("a constant pool that is larger than the file", Rule.CLASS_FILE, pool);
        byte[] tag = good.clone();
        tag[10] = 99;
        add("a constant of no kind", Rule.CLASS_FILE, tag);
        add("a descriptor that does not end", Rule.CLASS_FILE, type(builder -> builder.withMethod("run", VOID, ClassFile.ACC_ABSTRACT,
            method -> method.with(java.lang.classfile.attribute.SignatureAttribute.of(builder.constantPool().utf8Entry("x"))))
            .withField(builder.constantPool().utf8Entry("f"), builder.constantPool().utf8Entry("Ljava/lang/String"),
                field -> field.withFlags(0))));
    }

    private void versions() {
        for (int version : new int[] {45, 48, 49, 50, 51, 52, 60, 70, 200}) {
            byte[] bytes = code(CodeBuilder::return_);
            bytes[7] = (byte) version;
            add("class-file version " + version, version > ClassFile.latestMajorVersion() ? Rule.CLASS_FILE : Rule.CLASS_VERSION, bytes);
        }
        byte[] preview = code(CodeBuilder::return_);
        preview[4] = (byte) 0xFF;
        preview[5] = (byte) 0xFF;
        add("preview features", Rule.CLASS_VERSION, preview);
    }

    private void names() {
        cases.add(new Case("a class under another name", Rule.CLASS_NAME, Map.of("h.Other", code(CodeBuilder::return_))));
        for (String name : List.of("java.lang.Evil", "java.util.ArrayList", "dev.spine.extension.api.Buffer",
            "dev.spine.extension.runtime.X",
            "dev.spine.iop.bus.Bus")) {
            cases.add(new Case("pretends to be " + name, Rule.OWN_PACKAGE, Map.of(name, ASSEMBLER.build(ClassDesc.of(name),
                builder -> {}))));
        }
        byte[] module = ClassFile.of().buildModule(java.lang.classfile.attribute.ModuleAttribute.of(
            java.lang.constant.ModuleDesc.of("h"), builder -> {}));
        cases.add(new Case("a module", Rule.MODULE, Map.of("module-info", module)));
        add("an attribute that nobody knows", Rule.ATTRIBUTE, renamed());
        add("an attribute for debuggers", Rule.ATTRIBUTE, type(builder -> builder.with(SourceDebugExtensionAttribute.of(new byte[] {1}))));
    }

    /** The name of the attribute SourceFile, changed. */
    private static byte[] renamed() {
        byte[] bytes = type(builder -> builder.with(java.lang.classfile.attribute.SourceFileAttribute.of("x")));
        byte[] name = "SourceFile".getBytes(java.nio.charset.StandardCharsets.US_ASCII);
        for (int i = 0; i < bytes.length - name.length; i++) {
            if (Arrays.equals(bytes, i, i + name.length, name, 0, name.length)) {
                bytes[i] = 'X';
            }
        }
        return bytes;
    }

    private void constants() {
        DirectMethodHandleDesc exit = MethodHandleDesc.ofMethod(DirectMethodHandleDesc.Kind.STATIC, SYSTEM, "exit",
            MethodTypeDesc.of(CD_void, CD_int));
        add("loads a method handle", Rule.METHOD_HANDLE, code(code -> code.loadConstant(exit).pop().return_()));
        add("loads a method type", Rule.METHOD_HANDLE, code(code -> code.loadConstant(VOID).pop().return_()));
        add("loads a dynamic constant", Rule.DYNAMIC_CONSTANT, code(code -> code.loadConstant(DynamicConstantDesc.ofNamed(
            MethodHandleDesc.ofMethod(DirectMethodHandleDesc.Kind.STATIC, ClassDesc.of("java.lang.invoke.ConstantBootstraps"),
                "nullConstant",
                MethodTypeDesc.of(CD_Object, CD_MethodHandles_Lookup, CD_String, ClassDesc.of("java.lang.Class"))), "x", CD_Object)).pop()
                    .return_()));
        add("keeps a forbidden method in the pool", Rule.CALL, type(builder ->
            builder.constantPool().methodRefEntry(SYSTEM, "exit", MethodTypeDesc.of(CD_void, CD_int))));
        add("keeps a forbidden class in the pool", Rule.TYPE, type(builder -> builder.constantPool()
            .classEntry(ClassDesc.of("java.lang.Thread"))));
        add("keeps a method handle in the pool", Rule.METHOD_HANDLE, type(builder -> builder.constantPool().methodHandleEntry(exit)));
        add("keeps a module in the pool", Rule.MODULE, type(builder ->
            builder.constantPool().moduleEntry(builder.constantPool().utf8Entry("java.base"))));
    }

    private static byte[] dynamic(DirectMethodHandleDesc bootstrap, MethodTypeDesc type, ConstantDesc... arguments) {
        return code(code -> {
            for (int i = 0; i < type.parameterCount(); i++) {
                code.aconst_null();
            }
            code.invokedynamic(DynamicCallSiteDesc.of(bootstrap, "run", type, arguments)).pop().return_();
        });
    }

    private static DirectMethodHandleDesc bootstrap(ClassDesc owner, String name, MethodTypeDesc type) {
        return MethodHandleDesc.ofMethod(DirectMethodHandleDesc.Kind.STATIC, owner, name, type);
    }

    private void bootstraps() {
        MethodTypeDesc object = MethodTypeDesc.of(CD_Object);
        MethodTypeDesc runnable = MethodTypeDesc.of(ClassDesc.of("java.lang.Runnable"));
        MethodTypeDesc lambda = MethodTypeDesc.of(CD_CallSite, CD_MethodHandles_Lookup, CD_String, CD_MethodType, CD_MethodType,
            CD_MethodHandle,
            CD_MethodType);
        MethodTypeDesc many = MethodTypeDesc.of(CD_CallSite, CD_MethodHandles_Lookup, CD_String, CD_MethodType, CD_Object.arrayType());
        DirectMethodHandleDesc own = bootstrap(SELF, "run", VOID);
        DirectMethodHandleDesc exit = bootstrap(SYSTEM, "gc", VOID);
        add("a bootstrap of its own", Rule.BOOTSTRAP, dynamic(bootstrap(SELF, "link", BOOTSTRAP), object));
        add("a bootstrap that is any method", Rule.BOOTSTRAP, dynamic(bootstrap(SYSTEM, "getProperty", MethodTypeDesc.of(CD_String,
            CD_String)), object));
        add("a bootstrap for constants", Rule.BOOTSTRAP, dynamic(bootstrap(ClassDesc.of("java.lang.invoke.ConstantBootstraps"), "invoke",
            many), object));
        add("a lambda with too few arguments", Rule.BOOTSTRAP, dynamic(bootstrap(LAMBDA, "metafactory", lambda), runnable, VOID, own));
        add("a lambda that is a forbidden method", Rule.CALL, dynamic(bootstrap(LAMBDA, "metafactory", lambda), runnable, VOID, exit,
            VOID));
        add("a lambda of a forbidden interface", Rule.EXTEND, dynamic(bootstrap(LAMBDA, "metafactory", lambda), object, VOID, own, VOID));
        add("a lambda that can be written to a file", Rule.BOOTSTRAP, dynamic(bootstrap(LAMBDA, "altMetafactory", many), runnable, VOID,
            own, VOID, 1));
        add("a lambda with a forbidden marker", Rule.EXTEND, dynamic(bootstrap(LAMBDA, "altMetafactory", many), runnable, VOID, own, VOID,
            2, 1,
            ClassDesc.of("java.lang.CharSequence")));
        add("text that is made of a handle", Rule.BOOTSTRAP, dynamic(bootstrap(ClassDesc.of("java.lang.invoke.StringConcatFactory"),
            "makeConcatWithConstants", many), object, "\u0002", exit));
        add("text without a recipe", Rule.BOOTSTRAP, dynamic(bootstrap(ClassDesc.of("java.lang.invoke.StringConcatFactory"), "makeConcat",
            BOOTSTRAP),
            object));
        add("a switch over a handle", Rule.BOOTSTRAP, dynamic(bootstrap(ClassDesc.of("java.lang.runtime.SwitchBootstraps"), "typeSwitch",
            many),
            object, exit));
        add("methods of a record outside a record", Rule.BOOTSTRAP, dynamic(bootstrap(ClassDesc.of("java.lang.runtime.ObjectMethods"),
            "bootstrap",
            many), object, SELF, "x"));
        add("a bootstrap that is a constructor", Rule.BOOTSTRAP, dynamic(MethodHandleDesc.ofConstructor(SELF), object));
    }

    private void inheritance() {
        add("a pretended enum", Rule.INHERITANCE, type(builder -> builder.withSuperclass(CD_Enum)));
        add("a pretended record", Rule.INHERITANCE, type(builder -> builder.withSuperclass(ClassDesc.of("java.lang.Record"))));
        add("a class above itself", Rule.INHERITANCE, type(builder -> builder.withSuperclass(SELF)));
        add("a class below String", Rule.EXTEND, type(builder -> builder.withSuperclass(CD_String)));
        add("a class below ClassLoader", Rule.EXTEND, type(builder -> builder.withSuperclass(ClassDesc.of("java.lang.ClassLoader"))));
        Map<String, byte[]> circle = new TreeMap<>();
        circle.put("h.A", ASSEMBLER.build(ClassDesc.of("h.A"), builder -> builder.withVersion(69, 0).withSuperclass(ClassDesc.of("h.B"))));
        circle.put("h.B", ASSEMBLER.build(ClassDesc.of("h.B"), builder -> builder.withVersion(69, 0).withSuperclass(ClassDesc.of("h.A"))));
        cases.add(new Case("two classes above each other", Rule.INHERITANCE, circle));
        Map<String, byte[]> deep = new TreeMap<>();
        for (int i = 0; i < 60; i++) {
            ClassDesc above = i == 0 ? CD_Object : ClassDesc.of("h.C" + (i - 1));
            deep.put("h.C" + i, ASSEMBLER.build(ClassDesc.of("h.C" + i), builder -> builder.withVersion(69, 0).withSuperclass(above)));
        }
        cases.add(new Case("sixty classes above each other", Rule.INHERITANCE, deep));
        Map<String, byte[]> spread = new TreeMap<>();
        for (int i = 0; i < 30; i++) {
            List<ClassDesc> above = new ArrayList<>();
            for (int k = 0; k < i; k++) {
                above.add(ClassDesc.of("h.I" + k));
            }
            spread.put("h.I" + i, ASSEMBLER.build(ClassDesc.of("h.I" + i), builder -> builder.withVersion(69, 0)
                .withFlags(ClassFile.ACC_INTERFACE | ClassFile.ACC_ABSTRACT).withInterfaceSymbols(above)));
        }
        spread.put("h.User", ASSEMBLER.build(ClassDesc.of("h.User"), builder -> builder.withVersion(69, 0).withMethodBody("run", VOID,
            ClassFile.ACC_STATIC, code -> code.aconst_null().invokeinterface(ClassDesc.of("h.I29"), "absent", VOID).return_())));
        cases.add(new Case("interfaces with a billion ways to a method that is none", Rule.CALL, spread));
        hiddenAndTaken();
    }

    /** javac writes none of these: what they call would be a body of the JDK that nobody charges. */
    private void hiddenAndTaken() {
        MethodTypeDesc number = MethodTypeDesc.of(CD_int);
        add("a private hash code", Rule.INHERITANCE, type(builder -> builder.withMethodBody("hashCode", number, ClassFile.ACC_PRIVATE,
            code -> code.iconst_0().ireturn())));
        add("a static hash code", Rule.INHERITANCE, type(builder -> builder.withMethodBody("hashCode", number,
            ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC, code -> code.iconst_0().ireturn())));
        add("a private list of what was suppressed", Rule.INHERITANCE, type(builder -> builder
            .withSuperclass(ClassDesc.of("java.lang.RuntimeException")).withMethodBody("getSuppressed",
                MethodTypeDesc.of(ClassDesc.of("java.lang.Throwable").arrayType()), ClassFile.ACC_PRIVATE,
                code -> code.aconst_null().areturn())));
        ClassDesc function = ClassDesc.of("java.util.function.Function");
        ClassDesc own = ClassDesc.of("h.I");
        Map<String, byte[]> taken = new TreeMap<>();
        taken.put("h.I", ASSEMBLER.build(own, builder -> builder.withVersion(69, 0)
            .withFlags(ClassFile.ACC_INTERFACE | ClassFile.ACC_ABSTRACT).withMethod("andThen", MethodTypeDesc.of(function, function),
                ClassFile.ACC_PUBLIC | ClassFile.ACC_ABSTRACT, method -> { })));
        taken.put("h.F", ASSEMBLER.build(ClassDesc.of("h.F"), builder -> builder.withVersion(69, 0)
            .withFlags(ClassFile.ACC_SUPER | ClassFile.ACC_ABSTRACT).withInterfaceSymbols(function, own)));
        cases.add(new Case("a method of its own interface that a function of the JDK has", Rule.EXTEND, taken));
    }

    private void instructions() {
        add("jumps to a subroutine", Rule.SUBROUTINE, code(code -> {
            var routine = code.newLabel();
            code.with(DiscontinuedInstruction.JsrInstruction.of(Opcode.JSR, routine)).return_().labelBinding(routine).astore(0)
                .with(DiscontinuedInstruction.RetInstruction.of(Opcode.RET, 0));
        }));
        add("enters a monitor and never leaves it", Rule.MONITOR, code(code -> code.ldc("x").monitorenter().return_()));
        add("leaves a monitor that it did not enter", Rule.MONITOR, code(code -> code.ldc("x").monitorexit().return_()));
        add("copies an object that is no array", Rule.CALL, code(code -> code.ldc("x").invokevirtual(CD_Object, "clone",
            MethodTypeDesc.of(CD_Object)).pop().return_()));
        add("runs a finalizer", Rule.CALL, code(code -> code.ldc("x").invokevirtual(CD_Object, "finalize", VOID).return_()));
        add("calls a protected method of an exception", Rule.CALL, code(code -> code.aconst_null()
            .invokevirtual(ClassDesc.of("java.lang.Throwable"),
            "fillInStackTrace", MethodTypeDesc.of(ClassDesc.of("java.lang.Throwable"))).pop().return_()));
        add("reads the field of another's object", Rule.FIELD, code(code -> code.ldc("x").getfield(CD_String, "value",
            ClassDesc.ofDescriptor("[B"))
            .pop().return_()));
        add("writes a static field of another", Rule.STATIC_WRITE, code(code -> code.aconst_null().putstatic(
            ClassDesc.of("dev.spine.extension.api.Route"), "NOWHERE", ClassDesc.of("dev.spine.extension.api.Route")).return_()));
        add("writes its own constant late", Rule.STATIC_WRITE, type(builder -> builder.withField("N", CD_int,
            ClassFile.ACC_STATIC | ClassFile.ACC_FINAL).withMethodBody("run", VOID, ClassFile.ACC_STATIC,
            code -> code.iconst_1().putstatic(SELF, "N", CD_int).return_())));
        add("catches what it may not name", Rule.TYPE, code(code -> code.trying(block -> block.iconst_0().pop(),
            catching -> catching.catching(ClassDesc.of("java.lang.VirtualMachineError"), CodeBuilder::pop)).return_()));
        add("array of two hundred dimensions", Rule.LIMIT, code(code -> {
            for (int i = 0; i < 200; i++) {
                code.iconst_1();
            }
            code.multianewarray(CD_int.arrayType(200), 200).pop().return_();
        }));
        add("makes an object of an interface's class that is closed", Rule.CALL, code(code -> code.new_(ClassDesc.of("java.lang.Number"))
            .dup()
            .invokespecial(ClassDesc.of("java.lang.Number"), "<init>", VOID).pop().return_()));
    }

    private void types() {
        add("takes a number for an object", Rule.VERIFICATION, code(code -> code.iconst_1().invokevirtual(CD_Object, "hashCode",
            MethodTypeDesc.of(CD_int)).pop().return_()));
        add("takes from an empty stack", Rule.VERIFICATION, code(code -> code.pop().return_()));
        add("falls off its end", Rule.VERIFICATION, code(code -> code.iconst_1().pop()));
        add("jumps without a stack map", Rule.VERIFICATION, code(code -> {
            var end = code.newLabel();
            code.iconst_0().ifeq(end).iconst_1().pop().labelBinding(end).return_();
        }));
        add("returns an object as a number", Rule.VERIFICATION, type(builder -> builder.withMethodBody("run", MethodTypeDesc.of(CD_int),
            ClassFile.ACC_STATIC, code -> code.ldc("x").ireturn())));
        add("takes text for a buffer", Rule.VERIFICATION, code(code -> code.ldc("x").invokevirtual(
            ClassDesc.of("dev.spine.extension.api.Buffer"), "length", MethodTypeDesc.of(CD_int)).pop().return_()));
        add("uses an object that was not made", Rule.VERIFICATION, code(code -> code.new_(CD_Object).invokevirtual(CD_Object, "hashCode",
            MethodTypeDesc.of(CD_int)).pop().return_()));
        add("returns without making itself", Rule.VERIFICATION, type(builder -> builder.withMethodBody("<init>", VOID, 0,
            CodeBuilder::return_)));
        add("makes itself twice", Rule.VERIFICATION, type(builder -> builder.withMethodBody("<init>", VOID, 0, code -> code.aload(0)
            .invokespecial(CD_Object, "<init>", VOID).aload(0).invokespecial(CD_Object, "<init>", VOID).return_())));
        add("makes itself as a class that is not above it", Rule.VERIFICATION, type(builder -> builder.withMethodBody("<init>", VOID, 0,
            code -> code.aload(0).invokespecial(ClassDesc.of("java.lang.RuntimeException"), "<init>", VOID).return_())));
        add("cuts a long in two", Rule.VERIFICATION, code(code -> code.lconst_1().pop().pop().return_()));
        add("reads a variable that was never set", Rule.VERIFICATION, withVariables(ClassFile.ACC_STATIC, 1,
            code -> code.iload(0).pop().return_()));
        add("reads half of a long as a number", Rule.VERIFICATION, code(code -> code.lconst_1().lstore(0).iload(1).pop().return_()));
        add("throws what is no exception", Rule.VERIFICATION, code(code -> code.ldc("x").athrow()));
        add("puts a number into an array of text", Rule.VERIFICATION, code(code -> code.iconst_1().anewarray(CD_String)
            .iconst_0().iconst_1().aastore().return_()));
        add("takes one array for another", Rule.VERIFICATION, code(code -> code.iconst_1().newarray(TypeKind.LONG).iconst_0().iaload().pop()
            .return_()));
        ClassDesc other = ClassDesc.of("h.Other");
        byte[] confused = code(code -> code.new_(other).dup().invokespecial(other, "<init>", VOID)
            .invokevirtual(SELF, "length", MethodTypeDesc.of(CD_int)).pop().return_());
        Map<String, byte[]> two = new TreeMap<>();
        two.put("h.Other", CHECKED.build(other, builder -> builder.withMethodBody("<init>", VOID, 0, code -> code.aload(0)
            .invokespecial(CD_Object, "<init>", VOID).return_())));
        two.put("h.Hostile", ClassFile.of().transformClass(ClassFile.of().parse(confused), ClassTransform.endHandler(builder -> builder
            .withMethodBody("length", MethodTypeDesc.of(CD_int), 0, code -> code.iconst_0().ireturn()))));
        cases.add(new Case("takes an object of one class of the image for one of another", Rule.VERIFICATION, two));
    }

    /** Static code with so many variables as it says, whatever it names. */
    private static byte[] withVariables(int flags, int variables, Consumer<CodeBuilder> content) {
        byte[] bytes = type(builder -> builder.withMethodBody("run", VOID, flags, content));
        CodeAttribute code = (CodeAttribute) ClassFile.of().parse(bytes).methods().getFirst().code().orElseThrow();
        byte[] before = ByteBuffer.allocate(8).putShort((short) code.maxStack()).putShort((short) code.maxLocals())
            .putInt(code.codeLength()).array();
        int at = 0;
        while (!Arrays.equals(bytes, at, at + before.length, before, 0, before.length)
            || !Arrays.equals(bytes, at + before.length, at + before.length + code.codeLength(), code.codeArray(), 0, code.codeLength())) {
            at++;
        }
        bytes[at + 3] = (byte) variables;
        return bytes;
    }

    /** The meter keeps what is left of the fuel behind the variables of a method, and the Class-File API does not look into bridges. */
    private void variables() {
        for (int flags : new int[] {ClassFile.ACC_STATIC, ClassFile.ACC_STATIC | ClassFile.ACC_BRIDGE}) {
            String who = flags == ClassFile.ACC_STATIC ? "" : ", in a bridge";
            add("fills up its own fuel" + who, Rule.VERIFICATION, withVariables(flags, 0, code -> {
                var start = code.newBoundLabel();
                code.iinc(0, 127).goto_(start);
            }));
            add("fills up its own fuel in wide words" + who, Rule.VERIFICATION, withVariables(flags, 0, code -> {
                var start = code.newBoundLabel();
                code.iinc(0, 32_000).goto_(start);
            }));
            add("sets its own fuel" + who, Rule.VERIFICATION, withVariables(flags, 1, code -> {
                var start = code.newBoundLabel();
                code.ldc(1_000_000).istore(1).goto_(start);
            }));
            add("sets its own fuel by half of a long" + who, Rule.VERIFICATION, withVariables(flags, 1, code -> {
                var start = code.newBoundLabel();
                code.lconst_1().lstore(0).goto_(start);
            }));
            add("reads its own fuel" + who, Rule.VERIFICATION, withVariables(flags, 2, code -> {
                var start = code.newBoundLabel();
                code.iload(2).pop().goto_(start);
            }));
            add("takes a number for an object" + who, Rule.VERIFICATION, withVariables(flags, 0,
                code -> code.iconst_1().invokevirtual(CD_Object, "hashCode", MethodTypeDesc.of(CD_int)).pop().return_()));
        }
    }

    private void shapes() {
        int enumFlags = ClassFile.ACC_FINAL | ClassFile.ACC_ENUM | ClassFile.ACC_SUPER;
        MethodTypeDesc valueOf = MethodTypeDesc.of(SELF, CD_String);
        add("a class literal behind the name valueOf", Rule.CLASS_LITERAL, type(builder -> builder.withFlags(enumFlags)
            .withSuperclass(CD_Enum)
            .withMethodBody("valueOf", valueOf, ClassFile.ACC_STATIC, code -> code.ldc(code.constantPool().classEntry(SYSTEM)).pop()
                .aconst_null().areturn())));
        add("the array behind values() in another method", Rule.STATIC_FIELD, type(builder -> builder.withFlags(enumFlags)
            .withSuperclass(CD_Enum)
            .withField("$VALUES", SELF.arrayType(),
                ClassFile.ACC_PRIVATE | ClassFile.ACC_STATIC | ClassFile.ACC_FINAL | ClassFile.ACC_SYNTHETIC)
            .withMethodBody("run", MethodTypeDesc.of(SELF.arrayType()), ClassFile.ACC_STATIC,
                code -> code.getstatic(SELF, "$VALUES", SELF.arrayType()).areturn())));
        add("a shared array under the name $VALUES", Rule.STATIC_FIELD, type(builder -> builder.withField("$VALUES", CD_int.arrayType(),
            ClassFile.ACC_PRIVATE | ClassFile.ACC_STATIC | ClassFile.ACC_FINAL | ClassFile.ACC_SYNTHETIC)));
        add("a shared array under the name of a switch map", Rule.STATIC_FIELD, type(builder -> builder.withField("$SwitchMap$x",
            CD_int.arrayType(), ClassFile.ACC_STATIC | ClassFile.ACC_FINAL | ClassFile.ACC_SYNTHETIC)
            .withMethodBody("run", VOID, ClassFile.ACC_STATIC, CodeBuilder::return_)));
        add("asks a class for assertions outside the initialiser", Rule.CALL, code(code -> code.aconst_null().invokevirtual(
            ClassDesc.of("java.lang.Class"), "desiredAssertionStatus", MethodTypeDesc.ofDescriptor("()Z")).pop().return_()));
        add("a switch map that loops", Rule.INITIALISER, type(builder -> builder.withFlags(ClassFile.ACC_SYNTHETIC | ClassFile.ACC_SUPER)
            .withField("$SwitchMap$x", CD_int.arrayType(), ClassFile.ACC_STATIC | ClassFile.ACC_FINAL | ClassFile.ACC_SYNTHETIC)
            .withMethodBody("<clinit>", VOID, ClassFile.ACC_STATIC, code -> {
                var start = code.newBoundLabel();
                code.goto_(start);
            })));
    }

    private void sizes() {
        add("a method of 30,000 bytes", Rule.LIMIT, code(code -> {
            for (int i = 0; i < 30_000; i++) {
                code.nop();
            }
            code.return_();
        }));
        add("a thousand locals", Rule.LIMIT, code(code -> code.iconst_0().istore(1000).return_()));
        add("a stack of a thousand", Rule.LIMIT, code(code -> {
            for (int i = 0; i < 1000; i++) {
                code.iconst_0();
            }
            code.return_();
        }));
        add("a thousand methods", Rule.LIMIT, type(builder -> {
            for (int i = 0; i < 1000; i++) {
                builder.withMethodBody("m" + i, VOID, ClassFile.ACC_STATIC, CodeBuilder::return_);
            }
        }));
        add("a thousand fields", Rule.LIMIT, type(builder -> {
            for (int i = 0; i < 1000; i++) {
                builder.withField("f" + i, CD_int, 0);
            }
        }));
        add("a thousand handlers", Rule.LIMIT, code(code -> {
            var start = code.newBoundLabel();
            code.nop();
            var end = code.newBoundLabel();
            code.return_();
            var handler = code.newBoundLabel();
            code.pop().return_();
            for (int i = 0; i < 1000; i++) {
                code.exceptionCatchAll(start, end, handler);
            }
        }));
        add("twenty thousand constants", Rule.LIMIT, type(builder -> {
            for (int i = 0; i < 20_000; i++) {
                builder.constantPool().intEntry(i);
            }
        }));
        add("a class of a quarter of a megabyte", Rule.LIMIT, type(builder -> {
            for (int i = 0; i < 5; i++) {
                builder.constantPool().utf8Entry("x".repeat(60_000) + i);
            }
        }));
        Map<String, byte[]> many = new TreeMap<>();
        for (int i = 0; i < 300; i++) {
            many.put("h.M" + i, CHECKED.build(ClassDesc.of("h.M" + i), builder -> builder.withVersion(69, 0)));
        }
        cases.add(new Case("three hundred classes", Rule.LIMIT, many));
    }
}
