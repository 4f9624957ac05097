package dev.spine.extension.runtime.meter;

import dev.spine.extension.runtime.verify.Library;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassElement;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.InvokeDynamicEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Turns what javac leaves to the virtual machine's linking into ordinary code, which is then metered like any other: lambdas and method
 * references become classes, joined text the work of a builder, switches on patterns a chain of tests, and the methods of records what they
 * do. After it no class has an {@code invokedynamic}, and none names a {@code Class}.
 *
 * <p>Each place becomes one call of a static method of the same type, so nothing around it changes. For one class; what it is given has
 * been verified.
 */
final class Lowering {
    /** How the names of all methods and classes begin that are made here; the verifier refuses an author's. */
    static final String PREFIX = "meter$";

    private static final ClassFile WITHOUT_MAPS = ClassFile.of(ClassFile.StackMapsOption.DROP_STACK_MAPS);
    private static final ClassDesc ENUMS = ClassDesc.ofInternalName(Library.PACKAGE + "Enums");
    private static final String ASSERTIONS = "desiredAssertionStatus";

    private final ClassModel model;
    private final ClassDesc self;
    private final boolean inInterface;
    private final Map<PoolEntry, Call> calls = new HashMap<>();
    private final List<Method> methods = new ArrayList<>();
    private final List<byte[]> classes = new ArrayList<>();
    private final Set<String> opened = new HashSet<>();

    /** What is called in place of an {@code invokedynamic}. */
    private record Call(ClassDesc owner, String name, boolean inInterface) {}

    /** A method that is added to the class. */
    record Method(String name, MethodTypeDesc type, java.util.function.Consumer<java.lang.classfile.CodeBuilder> code) {}

    private Lowering(ClassModel model) {
        this.model = model;
        self = model.thisClass().asSymbol();
        inInterface = model.flags().has(AccessFlag.INTERFACE);
    }

    /**
     * {@return the class as ordinary code, and the classes that its lambdas have become}
     *
     * @param model a verified class
     * @throws IllegalArgumentException when a place is not of a shape that javac gives it
     */
    static List<ClassModel> of(ClassModel model) {
        return needed(model) ? new Lowering(model).lower() : List.of(model);
    }

    private static boolean needed(ClassModel model) {
        if (model.flags().has(AccessFlag.ENUM)) {
            return true;
        }
        for (PoolEntry entry : model.constantPool()) {
            if (entry instanceof InvokeDynamicEntry
                || entry instanceof java.lang.classfile.constantpool.MethodRefEntry method && method.name().equalsString(ASSERTIONS)) {
                return true;
            }
        }
        return false;
    }

    private List<ClassModel> lower() {
        // First the places, because a class that is made here may need a method of this one to be open to it.
        Map<MethodModel, Boolean> changed = new HashMap<>();
        for (MethodModel method : model.methods()) {
            boolean found = false;
            if (method.code().isPresent()) {
                for (CodeElement element : method.code().get()) {
                    if (element instanceof InvokeDynamicInstruction place) {
                        calls.computeIfAbsent(place.invokedynamic(), _ -> call(place));
                        found = true;
                    }
                    found |= element instanceof InvokeInstruction call && call.name().equalsString(ASSERTIONS);
                }
            }
            changed.put(method, found);
        }
        byte[] lowered = WITHOUT_MAPS.transformClass(model, new ClassTransform() {
            @Override
            public void accept(ClassBuilder builder, ClassElement element) {
                switch (element) {
                    case MethodModel method when isEnumValueOf(method) -> valueOf(builder, method);
                    case MethodModel method when changed.getOrDefault(method, false) || isOpened(method) -> builder.transformMethod(method,
                        open(method).andThen(MethodTransform.transformingCode(code())));
                    default -> builder.with(element);
                }
            }

            @Override
            public void atEnd(ClassBuilder builder) {
                methods.forEach(each -> builder.withMethodBody(each.name(), each.type(),
                    (inInterface ? ClassFile.ACC_PUBLIC : 0) | ClassFile.ACC_STATIC | ClassFile.ACC_SYNTHETIC, each.code()));
            }
        });
        List<ClassModel> all = new ArrayList<>();
        all.add(ClassFile.of().parse(lowered));
        classes.forEach(bytes -> all.add(ClassFile.of().parse(bytes)));
        return all;
    }

    private CodeTransform code() {
        return new CodeTransform() {
            private boolean asked;

            @Override
            public void accept(java.lang.classfile.CodeBuilder code, CodeElement element) {
                switch (element) {
                    case InvokeDynamicInstruction place -> {
                        Call call = calls.get(place.invokedynamic());
                        if (call == null) {
                            throw new IllegalArgumentException("a place that was not there before");
                        }
                        code.invokestatic(call.owner, call.name, place.typeSymbol(), call.inInterface);
                    }
                    // Assertions are off, whatever the virtual machine was started with.
                    case ConstantInstruction.LoadConstantInstruction load when load.constantEntry() instanceof ClassEntry ->
                        asked = true;
                    case InvokeInstruction call when asked && call.name().equalsString(ASSERTIONS) -> {
                        asked = false;
                        code.iconst_0();
                    }
                    default -> code.with(element);
                }
            }
        };
    }

    // --- methods that classes made here call

    private boolean isOpened(MethodModel method) {
        return opened.contains(method.methodName().stringValue() + method.methodType().stringValue());
    }

    /** A private static method is opened to the package: nobody can override it. */
    private MethodTransform open(MethodModel method) {
        boolean opens = isOpened(method);
        return (builder, element) -> {
            if (opens && element instanceof java.lang.classfile.AccessFlags flags) {
                builder.withFlags(flags.flagsMask() & ~ClassFile.ACC_PRIVATE | (inInterface ? ClassFile.ACC_PUBLIC : 0));
            } else {
                builder.with(element);
            }
        };
    }

    // --- enums

    private boolean isEnumValueOf(MethodModel method) {
        return model.flags().has(AccessFlag.ENUM) && method.flags().has(AccessFlag.STATIC) && method.methodName().equalsString("valueOf")
            && method.methodType().equalsString("(Ljava/lang/String;)" + self.descriptorString());
    }

    private void valueOf(ClassBuilder builder, MethodModel method) {
        ClassDesc all = self.arrayType();
        builder.withMethodBody(method.methodName().stringValue(), method.methodTypeSymbol(), method.flags().flagsMask(), code -> code
            .invokestatic(self, "values", MethodTypeDesc.of(all)).aload(0)
            .loadConstant(model.thisClass().asInternalName().replace('/', '.').replace('$', '.'))
            .invokestatic(ENUMS, "valueOf", MethodTypeDesc.of(ClassDesc.of("java.lang.Enum"), ClassDesc.of("java.lang.Enum").arrayType(),
                ConstantDescs.CD_String, ConstantDescs.CD_String))
            .checkcast(self).areturn());
    }

    // --- places

    private Call call(InvokeDynamicInstruction place) {
        DirectMethodHandleDesc factory = place.bootstrapMethod();
        List<ConstantDesc> arguments = place.bootstrapArgs();
        String name = place.name().stringValue();
        MethodTypeDesc type = place.typeSymbol();
        return switch (Names.internal(factory.owner()) + '.' + factory.methodName()) {
            case "java/lang/invoke/StringConcatFactory.makeConcatWithConstants" ->
                own(new Method(next(), type, code -> new JoinedText(code).write(type, arguments)));
            case "java/lang/runtime/ObjectMethods.bootstrap" ->
                own(new Method(next(), type, code -> new RecordMethods(model, code).write(name, arguments)));
            case "java/lang/runtime/SwitchBootstraps.typeSwitch", "java/lang/runtime/SwitchBootstraps.enumSwitch" ->
                own(new Method(next(), type, code -> PatternSwitch.write(code, arguments, factory.methodName().equals("enumSwitch"))));
            case "java/lang/invoke/LambdaMetafactory.metafactory", "java/lang/invoke/LambdaMetafactory.altMetafactory" ->
                lambda(name, type, arguments);
            default -> throw new IllegalArgumentException("a bootstrap by " + factory.owner().displayName());
        };
    }

    private String next() {
        return PREFIX + methods.size();
    }

    private Call own(Method method) {
        methods.add(method);
        return new Call(self, method.name(), inInterface);
    }

    private Call lambda(String name, MethodTypeDesc type, List<ConstantDesc> arguments) {
        if (!(arguments.get(1) instanceof DirectMethodHandleDesc target)) {
            throw new IllegalArgumentException("a lambda without a method");
        }
        ClassDesc made = ClassDesc.ofInternalName(model.thisClass().asInternalName() + '$' + PREFIX + classes.size());
        LambdaClass lambda = new LambdaClass(made, name, type, arguments, callable(target));
        classes.add(lambda.bytes(model.majorVersion()));
        return new Call(made, LambdaClass.FACTORY, false);
    }

    /** {@return a method that a class of the package can call as it calls the target} */
    private DirectMethodHandleDesc callable(DirectMethodHandleDesc target) {
        DirectMethodHandleDesc.Kind kind = target.kind();
        boolean isOwn = target.owner().equals(self);
        boolean isStatic = kind == DirectMethodHandleDesc.Kind.STATIC || kind == DirectMethodHandleDesc.Kind.INTERFACE_STATIC;
        if (isOwn && isStatic) {
            opened.add(target.methodName() + target.lookupDescriptor());
            return target;
        }
        boolean isElsewhere = !isOwn && (Library.has(Names.internal(target.owner())) || Names.internal(target.owner()).startsWith("java/"))
            && (isStatic || kind == DirectMethodHandleDesc.Kind.VIRTUAL || kind == DirectMethodHandleDesc.Kind.INTERFACE_VIRTUAL);
        if (isElsewhere) {
            return target;
        }
        // Private, protected, of the class above, or a constructor: what only this class may call, it calls itself.
        Method bridge = new Method(next(), target.invocationType(), code -> LambdaClass.call(code, target));
        methods.add(bridge);
        return java.lang.constant.MethodHandleDesc.ofMethod(inInterface ? DirectMethodHandleDesc.Kind.INTERFACE_STATIC
            : DirectMethodHandleDesc.Kind.STATIC, self, bridge.name(), bridge.type());
    }
}
