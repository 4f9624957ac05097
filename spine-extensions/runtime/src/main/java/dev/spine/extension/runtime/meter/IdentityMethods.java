package dev.spine.extension.runtime.meter;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * {@code hashCode} and {@code equals} for classes whose author wrote none: a number that counts who asks first, because the virtual
 * machine's is another on every run; and a comparison that charges, because a table compares as many keys as share a hash code. Also
 * {@code toString}, which is charged by the length of what it says.
 */
final class IdentityMethods {
    private static final String FIELD = "meter$identity";
    private static final String HASH_CODE = "hashCode()I";
    private static final String EQUALS = "equals(Ljava/lang/Object;)Z";
    private static final Set<String> WITH_OWN = Set.of("java/lang/Enum", "java/lang/Record");
    private static final String TO_STRING = "toString()Ljava/lang/String;";
    /** What every object has. */
    static final List<String> ALL = List.of(HASH_CODE, EQUALS, TO_STRING);
    private static final int UNITS = 8;

    private final ClassModel model;
    private final ImageShape shape;
    private final AccountEntries entries;

    IdentityMethods(ClassModel model, ImageShape shape, AccountEntries entries) {
        this.entries = entries;
        this.model = model;
        this.shape = shape;
    }

    /** {@return which methods a class gets, as names and types}; {@code declared} are those that it has. */
    static List<String> added(ClassModel model, Set<String> declared) {
        String parent = model.superclass().map(ClassEntry::asInternalName).orElse("");
        List<String> added = new ArrayList<>();
        if (!model.flags().has(AccessFlag.INTERFACE) && (LambdaClass.is(model) || !WITH_OWN.contains(parent))) {
            for (String method : ALL) {
                if (!declared.contains(method)) {
                    added.add(method);
                }
            }
        }
        return added;
    }

    void write(ClassBuilder builder) {
        for (String method : shape.addedTo(model.thisClass().asInternalName())) {
            if (method.equals(HASH_CODE)) {
                builder.withField(FIELD, ConstantDescs.CD_int, ClassFile.ACC_PRIVATE | ClassFile.ACC_SYNTHETIC);
                builder.withMethodBody("hashCode", MethodTypeDesc.of(ConstantDescs.CD_int), ClassFile.ACC_PUBLIC | ClassFile.ACC_SYNTHETIC,
                    this::hashCode);
            } else if (method.equals(TO_STRING)) {
                builder.withMethodBody("toString", MethodTypeDesc.of(ConstantDescs.CD_String),
                    ClassFile.ACC_PUBLIC | ClassFile.ACC_SYNTHETIC, code -> new Emitter(code, entries, 1).textOfSuper());
            } else {
                builder.withMethodBody("equals", MethodTypeDesc.of(ConstantDescs.CD_boolean, ConstantDescs.CD_Object),
                    ClassFile.ACC_PUBLIC | ClassFile.ACC_SYNTHETIC, this::equals);
            }
        }
    }

    private void hashCode(CodeBuilder code) {
        ClassDesc self = model.thisClass().asSymbol();
        Emitter emitter = new Emitter(code, entries, 1);
        Label known = code.newLabel();
        emitter.charge(UNITS);
        code.aload(0).getfield(self, FIELD, ConstantDescs.CD_int).ifne(known).aload(0);
        emitter.account().invokevirtual(Names.ACCOUNT, "identity", Names.TO_INT).putfield(self, FIELD, ConstantDescs.CD_int);
        code.labelBinding(known).aload(0).getfield(self, FIELD, ConstantDescs.CD_int).ireturn();
    }

    private void equals(CodeBuilder code) {
        Label other = code.newLabel();
        new Emitter(code, entries, 2).charge(UNITS);
        code.aload(0).aload(1).if_acmpne(other).iconst_1().ireturn().labelBinding(other).iconst_0().ireturn();
    }
}
