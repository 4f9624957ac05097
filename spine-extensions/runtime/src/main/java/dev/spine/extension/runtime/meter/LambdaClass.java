package dev.spine.extension.runtime.meter;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.attribute.RecordAttribute;
import java.lang.classfile.attribute.RecordComponentInfo;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The class that a lambda or a method reference becomes: it holds what the lambda captures and calls its method, with the conversions that
 * {@code LambdaMetafactory} makes. One without captures has one object.
 */
final class LambdaClass {
    /** The static method that gives an object. */
    static final String FACTORY = "make";

    /** What a lambda may do for the price of its call: {@code x -> x} is two instructions. */
    private static final int FREE_UNITS = 4;
    private static final int MARKERS = 2;
    private static final int BRIDGES = 4;
    private static final String ONLY = "ONLY";
    private static final ClassDesc RECORD = ClassDesc.of("java.lang.Record");
    private static final Map<String, ClassDesc> BUS_AGENTS = Map.of("I", ConstantDescs.CD_Integer, "J", ConstantDescs.CD_Long, "S",
        ConstantDescs.CD_Short, "B", ConstantDescs.CD_Byte, "C", ConstantDescs.CD_Character, "Z", ConstantDescs.CD_Boolean, "F",
        ConstantDescs.CD_Float, "D", ConstantDescs.CD_Double);

    private final ClassDesc name;
    private final String method;
    private final MethodTypeDesc captured;
    private final MethodTypeDesc instantiated;
    private final Set<MethodTypeDesc> types = new LinkedHashSet<>();
    private final List<ClassDesc> interfaces = new ArrayList<>();
    private final DirectMethodHandleDesc target;

    /**
     * For one place.
     *
     * @param name of the class
     * @param method that the interface has
     * @param type from what is captured to the interface
     * @param arguments of the bootstrap method
     * @param target what is called; a class of the package may call it
     */
    LambdaClass(ClassDesc name, String method, MethodTypeDesc type, List<ConstantDesc> arguments, DirectMethodHandleDesc target) {
        this.name = name;
        this.method = method;
        this.target = target;
        captured = type;
        interfaces.add(type.returnType());
        types.add((MethodTypeDesc) arguments.get(0));
        instantiated = (MethodTypeDesc) arguments.get(2);
        if (arguments.size() > 3) {
            more(arguments);
        }
    }

    /** Markers and bridges, each behind its number. */
    private void more(List<ConstantDesc> arguments) {
        int flags = (Integer) arguments.get(3);
        int at = 4;
        if ((flags & MARKERS) != 0) {
            int end = at + 1 + (Integer) arguments.get(at);
            for (at++; at < end; at++) {
                if (!interfaces.contains((ClassDesc) arguments.get(at))) {
                    interfaces.add((ClassDesc) arguments.get(at));
                }
            }
        }
        if ((flags & BRIDGES) != 0) {
            int end = at + 1 + (Integer) arguments.get(at);
            for (at++; at < end; at++) {
                types.add((MethodTypeDesc) arguments.get(at));
            }
        }
    }

    /**
     * {@return whether a method of such a class, or one made for it, does nothing but pass its arguments on to metered code, or make its
     * one object}: a constant that is not worth a charge beside that of the call, and of the method which is called. What is behind an
     * interface may be another such method, and behind that one more: it is charged.
     */
    static boolean forwards(ClassModel model, MethodModel method, List<CodeElement> code, Calls calls, Leaves leaves) {
        boolean isLambda = is(model);
        if (isLambda && method.methodName().stringValue().startsWith("<")) {
            return true;
        }
        if (!isLambda && !method.methodName().stringValue().startsWith(Lowering.PREFIX)) {
            return false;
        }
        int called = 0;
        for (CodeElement element : code) {
            if (element instanceof NewObjectInstruction
                || element instanceof InvokeInstruction call
                    && (call.opcode() == Opcode.INVOKEINTERFACE || calls.of(call).member() != null
                        || calls.work(call, leaves) > FREE_UNITS)) {
                return false;
            }
            called += element instanceof InvokeInstruction ? 1 : 0;
        }
        return called == 1;
    }

    /** {@return whether a class is one of these} */
    static boolean is(ClassModel model) {
        return model.thisClass().asInternalName().contains('$' + Lowering.PREFIX);
    }

    /** A record, because of those and of its own lambdas the second compiler takes the fields of a constant object for constants. */
    byte[] bytes(int version) {
        return ClassFile.of(ClassFile.StackMapsOption.DROP_STACK_MAPS).build(name, builder -> {
            builder.withVersion(version, 0).withFlags(ClassFile.ACC_FINAL | ClassFile.ACC_SUPER | ClassFile.ACC_SYNTHETIC)
                .withSuperclass(RECORD).withInterfaceSymbols(interfaces);
            List<RecordComponentInfo> components = new ArrayList<>();
            for (int i = 0; i < captured.parameterCount(); i++) {
                components.add(RecordComponentInfo.of(field(i), captured.parameterType(i)));
            }
            builder.with(RecordAttribute.of(components));
            builder.withMethodBody("toString", MethodTypeDesc.of(ConstantDescs.CD_String), ClassFile.ACC_PUBLIC,
                code -> code.loadConstant(name.displayName()).areturn());
            construction(builder);
            for (MethodTypeDesc type : types) {
                builder.withMethodBody(method, type, ClassFile.ACC_PUBLIC | ClassFile.ACC_SYNTHETIC, code -> body(code, type));
            }
        });
    }

    private static String field(int index) {
        return "captured" + index;
    }

    private void construction(ClassBuilder builder) {
        MethodTypeDesc constructor = captured.changeReturnType(ConstantDescs.CD_void);
        for (int i = 0; i < captured.parameterCount(); i++) {
            builder.withField(field(i), captured.parameterType(i), ClassFile.ACC_PRIVATE | ClassFile.ACC_FINAL);
        }
        builder.withMethodBody(ConstantDescs.INIT_NAME, constructor, ClassFile.ACC_PRIVATE, code -> {
            code.aload(0).invokespecial(RECORD, ConstantDescs.INIT_NAME, ConstantDescs.MTD_void);
            int slot = 1;
            for (int i = 0; i < captured.parameterCount(); i++) {
                TypeKind kind = TypeKind.from(captured.parameterType(i));
                code.aload(0).loadLocal(kind, slot).putfield(name, field(i), captured.parameterType(i));
                slot += kind.slotSize();
            }
            code.return_();
        });
        if (captured.parameterCount() == 0) {
            builder.withField(ONLY, name, ClassFile.ACC_PRIVATE | ClassFile.ACC_STATIC | ClassFile.ACC_FINAL);
            builder.withMethodBody(ConstantDescs.CLASS_INIT_NAME, ConstantDescs.MTD_void, ClassFile.ACC_STATIC, code -> code
                .new_(name).dup().invokespecial(name, ConstantDescs.INIT_NAME, ConstantDescs.MTD_void).putstatic(name, ONLY, name)
                .return_());
        }
        builder.withMethodBody(FACTORY, captured, ClassFile.ACC_STATIC, code -> {
            if (captured.parameterCount() == 0) {
                code.getstatic(name, ONLY, name).areturn();
                return;
            }
            code.new_(name).dup();
            load(code, captured, 0);
            code.invokespecial(name, ConstantDescs.INIT_NAME, constructor).areturn();
        });
    }

    private static void load(CodeBuilder code, MethodTypeDesc type, int first) {
        int slot = first;
        for (ClassDesc parameter : type.parameterList()) {
            TypeKind kind = TypeKind.from(parameter);
            code.loadLocal(kind, slot);
            slot += kind.slotSize();
        }
    }

    private void body(CodeBuilder code, MethodTypeDesc type) {
        MethodTypeDesc called = target.invocationType();
        if (captured.parameterCount() + type.parameterCount() != called.parameterCount()
            || type.parameterCount() != instantiated.parameterCount()) {
            throw new IllegalArgumentException("a lambda whose method takes something else");
        }
        boolean constructs = target.kind() == DirectMethodHandleDesc.Kind.CONSTRUCTOR;
        if (constructs) {
            code.new_(target.owner()).dup();
        }
        for (int i = 0; i < captured.parameterCount(); i++) {
            code.aload(0).getfield(name, field(i), captured.parameterType(i));
            convert(code, captured.parameterType(i), called.parameterType(i));
        }
        int slot = 1;
        for (int i = 0; i < type.parameterCount(); i++) {
            ClassDesc given = type.parameterType(i);
            code.loadLocal(TypeKind.from(given), slot);
            slot += TypeKind.from(given).slotSize();
            convert(code, given, instantiated.parameterType(i));
            convert(code, instantiated.parameterType(i), called.parameterType(captured.parameterCount() + i));
        }
        invoke(code, target);
        ClassDesc result = called.returnType();
        if (type.returnType().equals(ConstantDescs.CD_void)) {
            switch (TypeKind.from(result).slotSize()) {
                case 0 -> { }
                case 1 -> code.pop();
                default -> code.pop2();
            }
            code.return_();
            return;
        }
        convert(code, result, instantiated.returnType());
        convert(code, instantiated.returnType(), type.returnType());
        code.return_(TypeKind.from(type.returnType()));
    }

    /** Calls a method with what a static method got as its arguments, and returns what it returns. */
    static void call(CodeBuilder code, DirectMethodHandleDesc target) {
        if (target.kind() == DirectMethodHandleDesc.Kind.CONSTRUCTOR) {
            code.new_(target.owner()).dup();
        }
        load(code, target.invocationType(), 0);
        invoke(code, target);
        code.return_(TypeKind.from(target.invocationType().returnType()));
    }

    private static void invoke(CodeBuilder code, DirectMethodHandleDesc target) {
        ClassDesc owner = target.owner();
        MethodTypeDesc type = MethodTypeDesc.ofDescriptor(target.lookupDescriptor());
        switch (target.kind()) {
            case STATIC -> code.invokestatic(owner, target.methodName(), type);
            case INTERFACE_STATIC -> code.invokestatic(owner, target.methodName(), type, true);
            case VIRTUAL -> code.invokevirtual(owner, target.methodName(), type);
            case INTERFACE_VIRTUAL -> code.invokeinterface(owner, target.methodName(), type);
            case SPECIAL -> code.invokespecial(owner, target.methodName(), type);
            case INTERFACE_SPECIAL -> code.invokespecial(owner, target.methodName(), type, true);
            case CONSTRUCTOR -> code.invokespecial(owner, ConstantDescs.INIT_NAME, type);
            default -> throw new IllegalArgumentException("a lambda of a field");
        }
    }

    /** Bus agents, unboxes, widens or casts the value on the stack. */
    private static void convert(CodeBuilder code, ClassDesc from, ClassDesc to) {
        if (from.equals(to)) {
            return;
        }
        if (from.isPrimitive() && to.isPrimitive()) {
            code.conversion(TypeKind.from(from).asLoadable(), TypeKind.from(to).asLoadable());
        } else if (from.isPrimitive()) {
            ClassDesc busAgent = busAgent(from);
            code.invokestatic(busAgent, "valueOf", MethodTypeDesc.of(busAgent, from));
        } else if (to.isPrimitive()) {
            unbox(code, from, to);
        } else if (!to.equals(ConstantDescs.CD_Object)) {
            code.checkcast(to);
        }
    }

    private static ClassDesc busAgent(ClassDesc primitive) {
        ClassDesc busAgent = BUS_AGENTS.get(primitive.descriptorString());
        if (busAgent == null) {
            throw new IllegalArgumentException("nothing is converted to a value");
        }
        return busAgent;
    }

    private static void unbox(CodeBuilder code, ClassDesc from, ClassDesc to) {
        ClassDesc primitive = to;
        for (Map.Entry<String, ClassDesc> each : BUS_AGENTS.entrySet()) {
            if (each.getValue().equals(from)) {
                primitive = ClassDesc.ofDescriptor(each.getKey());
            }
        }
        ClassDesc busAgent = busAgent(primitive);
        if (!from.equals(busAgent)) {
            code.checkcast(busAgent);
        }
        String value = switch (primitive.descriptorString()) {
            case "I" -> "intValue";
            case "J" -> "longValue";
            case "S" -> "shortValue";
            case "B" -> "byteValue";
            case "C" -> "charValue";
            case "Z" -> "booleanValue";
            case "F" -> "floatValue";
            default -> "doubleValue";
        };
        code.invokevirtual(busAgent, value, MethodTypeDesc.of(primitive));
        if (!primitive.equals(to)) {
            code.conversion(TypeKind.from(primitive).asLoadable(), TypeKind.from(to).asLoadable());
        }
    }
}
