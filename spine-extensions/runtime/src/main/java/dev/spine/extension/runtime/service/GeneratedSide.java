package dev.spine.extension.runtime.service;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Generates the two classes of a service, one for each side, and makes their objects. Stateless. Any thread. */
public final class GeneratedSide {
    private static final String PACKAGE = GeneratedSide.class.getPackageName();
    private static final ClassDesc CALLER_SIDE = ClassDesc.of(CallerSide.class.getName());
    private static final ClassDesc EXPORTER_SIDE = ClassDesc.of(ExporterSide.class.getName());
    private static final ClassDesc FRAME = ClassDesc.of(CallFrame.class.getName());
    private static final ClassDesc LINK = ClassDesc.of(PACKAGE + ".generated.Link");
    private static final ClassDesc EXPORT = ClassDesc.of(PACKAGE + ".generated.Export");
    private static final MethodTypeDesc CALL = MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_int, FRAME);
    private static final int NAMED = ClassFile.ACC_PUBLIC | ClassFile.ACC_FINAL | ClassFile.ACC_SYNTHETIC;

    private GeneratedSide() {}

    /** Finds the classes of an extension, and of the runtime what generated code calls. */
    private static final class Loader extends ClassLoader {
        private final byte[] bytes;

        Loader(ClassLoader extension, byte[] bytes) {
            super("service", extension);
            this.bytes = bytes;
        }

        Class<?> define(ClassDesc name) {
            return defineClass(name.packageName() + '.' + name.displayName(), bytes, 0, bytes.length);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.startsWith(PACKAGE + '.') && !name.startsWith(PACKAGE + ".generated.")) {
                return Class.forName(name, false, GeneratedSide.class.getClassLoader());
            }
            return super.loadClass(name, resolve);
        }
    }

    /**
     * {@return an object of the caller's interface whose methods go to the runtime}
     *
     * @param contract the caller's
     * @param side where they go
     */
    public static Object link(Contract contract, CallerSide side) {
        return make(contract, LINK, callerClass(contract), CALLER_SIDE, CallerSide.class, side);
    }

    /**
     * {@return what calls an object of the exporter's}
     *
     * @param contract the exporter's
     * @param implementation an object of its interface
     */
    public static ExporterSide export(Contract contract, Object implementation) {
        return (ExporterSide) make(contract, EXPORT, exporterClass(contract), ConstantDescs.CD_Object, Object.class, implementation);
    }

    private static Object make(Contract contract, ClassDesc name, byte[] bytes, ClassDesc parameter, Class<?> parameterType, Object given) {
        try {
            return new Loader(contract.type().getClassLoader(), bytes).define(name).getConstructor(parameterType).newInstance(given);
        } catch (ReflectiveOperationException | LinkageError e) {
            throw new IllegalStateException("the code for " + contract.type().getName() + ", with a " + parameter.displayName()
                + ", cannot be linked", e);
        }
    }

    private static ClassDesc desc(Class<?> type) {
        return ClassDesc.ofDescriptor(type.descriptorString());
    }

    private static MethodTypeDesc desc(Method method) {
        return MethodTypeDesc.of(desc(method.getReturnType()), Arrays.stream(method.getParameterTypes()).map(GeneratedSide::desc).toList());
    }

    private static void constructor(ClassBuilder builder, ClassDesc self, ClassDesc field, ClassDesc parameter) {
        builder.withField("to", field, ClassFile.ACC_PRIVATE | ClassFile.ACC_FINAL)
            .withMethodBody(ConstantDescs.INIT_NAME, MethodTypeDesc.of(ConstantDescs.CD_void, parameter), ClassFile.ACC_PUBLIC, code -> {
                code.aload(0).invokespecial(ConstantDescs.CD_Object, ConstantDescs.INIT_NAME, ConstantDescs.MTD_void);
                code.aload(0).aload(1);
                if (!field.equals(parameter)) {
                    code.checkcast(field);
                }
                code.putfield(self, "to", field).return_();
            });
    }

    // --- the caller

    private static byte[] callerClass(Contract contract) {
        return ClassFile.of().build(LINK, builder -> {
            builder.withFlags(NAMED).withInterfaceSymbols(desc(contract.type()));
            constructor(builder, LINK, CALLER_SIDE, CALLER_SIDE);
            for (int number = 0; number < contract.methods().size(); number++) {
                callerMethod(builder, contract.methods().get(number), number);
            }
            // Not an identity, which differs from run to run.
            builder.withMethodBody("hashCode", MethodTypeDesc.of(ConstantDescs.CD_int), ClassFile.ACC_PUBLIC,
                code -> code.loadConstant(contract.type().getName().hashCode()).ireturn());
            builder.withMethodBody("toString", MethodTypeDesc.of(ConstantDescs.CD_String), ClassFile.ACC_PUBLIC,
                code -> code.loadConstant("link to " + contract.type().getName()).areturn());
        });
    }

    private static void callerMethod(ClassBuilder builder, Method method, int number) {
        builder.withMethodBody(method.getName(), desc(method), ClassFile.ACC_PUBLIC, code -> {
            List<Value> values = new ArrayList<>();
            int slot = 1;
            for (Class<?> parameter : method.getParameterTypes()) {
                values.addAll(open(code, parameter, slot));
                slot += TypeKind.from(desc(parameter)).slotSize();
            }
            // Accessors of records are code of the extension: they have run when the frame is taken.
            int frame = code.allocateLocal(TypeKind.REFERENCE);
            code.aload(0).getfield(LINK, "to", CALLER_SIDE).invokeinterface(CALLER_SIDE, "begin", MethodTypeDesc.of(FRAME)).astore(frame);
            values.forEach(value -> value.put(code, frame));
            code.aload(0).getfield(LINK, "to", CALLER_SIDE).loadConstant(number).aload(frame).invokeinterface(CALLER_SIDE, "call", CALL);
            take(code, method.getReturnType(), frame);
            code.return_(TypeKind.from(desc(method.getReturnType())));
        });
    }

    // --- the exporter

    private static byte[] exporterClass(Contract contract) {
        ClassDesc type = desc(contract.type());
        return ClassFile.of().build(EXPORT, builder -> {
            builder.withFlags(NAMED).withInterfaceSymbols(EXPORTER_SIDE);
            constructor(builder, EXPORT, type, ConstantDescs.CD_Object);
            builder.withMethodBody("call", CALL, ClassFile.ACC_PUBLIC, code -> exporterCall(code, contract, type));
        });
    }

    private static void exporterCall(CodeBuilder code, Contract contract, ClassDesc type) {
        List<SwitchCase> cases = new ArrayList<>();
        for (int number = 0; number < contract.methods().size(); number++) {
            cases.add(SwitchCase.of(number, code.newLabel()));
        }
        Label none = code.newLabel();
        code.iload(1).tableswitch(none, cases);
        for (int number = 0; number < contract.methods().size(); number++) {
            Method method = contract.methods().get(number);
            code.labelBinding(cases.get(number).target());
            int result = 0;
            code.aload(0).getfield(EXPORT, "to", type);
            for (Class<?> parameter : method.getParameterTypes()) {
                take(code, parameter, 2);
            }
            code.invokeinterface(type, method.getName(), desc(method));
            List<Value> values = List.of();
            if (method.getReturnType() != void.class) {
                TypeKind kind = TypeKind.from(desc(method.getReturnType()));
                result = code.allocateLocal(kind);
                code.storeLocal(kind, result);
                values = open(code, method.getReturnType(), result);
            }
            code.aload(2).invokevirtual(FRAME, "clear", ConstantDescs.MTD_void);
            values.forEach(value -> value.put(code, 2));
            code.return_();
        }
        code.labelBinding(none).return_();
    }

    // --- values

    /** A value in a local variable. */
    private record Value(ClassDesc type, int slot) {
        void put(CodeBuilder code, int frame) {
            TypeKind kind = TypeKind.from(type);
            code.aload(frame).loadLocal(kind, slot);
            switch (kind) {
                case DOUBLE -> code.invokevirtual(FRAME, "putDouble", MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_double));
                case FLOAT -> code.f2d().invokevirtual(FRAME, "putDouble",
                    MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_double));
                case REFERENCE -> code.invokevirtual(FRAME, "putReference",
                    MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_Object));
                case LONG -> putLong(code);
                default -> putLong(code.i2l());
            }
        }

        private static void putLong(CodeBuilder code) {
            code.invokevirtual(FRAME, "putLong", MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_long));
        }
    }

    /** The values of a parameter or result: itself, or what a record consists of, taken from it into local variables. */
    private static List<Value> open(CodeBuilder code, Class<?> type, int slot) {
        if (!type.isRecord()) {
            return List.of(new Value(desc(type), slot));
        }
        List<Value> values = new ArrayList<>();
        for (RecordComponent component : type.getRecordComponents()) {
            TypeKind kind = TypeKind.from(desc(component.getType()));
            Value value = new Value(desc(component.getType()), code.allocateLocal(kind));
            code.aload(slot).invokevirtual(desc(type), component.getName(), MethodTypeDesc.of(value.type)).storeLocal(kind, value.slot);
            values.add(value);
        }
        return values;
    }

    /** Puts a parameter or result from the frame onto the stack; records are made anew. */
    private static void take(CodeBuilder code, Class<?> type, int frame) {
        if (type == void.class) {
            return;
        }
        if (!type.isRecord()) {
            takeValue(code, type, frame);
            return;
        }
        code.new_(desc(type)).dup();
        List<ClassDesc> parameters = new ArrayList<>();
        for (RecordComponent component : type.getRecordComponents()) {
            takeValue(code, component.getType(), frame);
            parameters.add(desc(component.getType()));
        }
        code.invokespecial(desc(type), ConstantDescs.INIT_NAME, MethodTypeDesc.of(ConstantDescs.CD_void, parameters));
    }

    private static void takeValue(CodeBuilder code, Class<?> type, int frame) {
        code.aload(frame);
        switch (TypeKind.from(desc(type))) {
            case DOUBLE -> takeDouble(code);
            case FLOAT -> takeDouble(code).d2f();
            case REFERENCE -> code.invokevirtual(FRAME, "takeReference", MethodTypeDesc.of(ConstantDescs.CD_Object)).checkcast(desc(type));
            case LONG -> takeLong(code);
            case INT -> takeLong(code).l2i();
            case BYTE -> takeLong(code).l2i().i2b();
            case CHAR -> takeLong(code).l2i().i2c();
            case SHORT -> takeLong(code).l2i().i2s();
            case BOOLEAN -> takeLong(code).l2i();
            default -> throw new IllegalStateException(type.getName() + " is no value");
        }
    }

    private static CodeBuilder takeLong(CodeBuilder code) {
        return code.invokevirtual(FRAME, "takeLong", MethodTypeDesc.of(ConstantDescs.CD_long));
    }

    private static CodeBuilder takeDouble(CodeBuilder code) {
        return code.invokevirtual(FRAME, "takeDouble", MethodTypeDesc.of(ConstantDescs.CD_double));
    }
}
