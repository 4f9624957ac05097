package dev.spine.extension.runtime.meter;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.MethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.List;

/**
 * Methods that stand between a method reference and a method that is not metered, or a constructor: {@code String::repeat} would
 * otherwise be called without a charge.
 */
final class Bridges {
    private static final String PREFIX = "meter$";

    private final ClassModel model;
    private final ImageShape shape;
    private final AccountEntries entries;
    private final List<DirectMethodHandleDesc> targets = new ArrayList<>();

    Bridges(ClassModel model, ImageShape shape, AccountEntries entries) {
        this.model = model;
        this.entries = entries;
        this.shape = shape;
    }

    /** {@return what a method reference is to call instead of its target, or the target} */
    MethodHandleDesc replace(DirectMethodHandleDesc target) {
        boolean bridged = switch (target.kind()) {
            case CONSTRUCTOR -> true;
            case VIRTUAL, INTERFACE_VIRTUAL, STATIC, INTERFACE_STATIC -> target.owner().isArray()
                || shape.outsideOwner(Names.internal(target.owner()), target.methodName() + target.lookupDescriptor()) != null;
            default -> false;
        };
        if (!bridged) {
            return target;
        }
        int index = targets.indexOf(target);
        if (index < 0) {
            index = targets.size();
            targets.add(target);
        }
        boolean inInterface = model.flags().has(AccessFlag.INTERFACE);
        return MethodHandleDesc.ofMethod(inInterface ? DirectMethodHandleDesc.Kind.INTERFACE_STATIC : DirectMethodHandleDesc.Kind.STATIC,
            model.thisClass().asSymbol(), PREFIX + index, target.invocationType());
    }

    private int units(DirectMethodHandleDesc target) {
        String name = target.kind() == DirectMethodHandleDesc.Kind.CONSTRUCTOR ? ConstantDescs.INIT_NAME : target.methodName();
        String outside = shape.outsideOwner(Names.internal(target.owner()), name + target.lookupDescriptor());
        return Loops.CALL_UNITS + (outside == null || target.owner().isArray() ? 0
            : CallCosts.of(outside, name, target.lookupDescriptor()).cost().constant());
    }

    void write(ClassBuilder builder) {
        for (int i = 0; i < targets.size(); i++) {
            DirectMethodHandleDesc target = targets.get(i);
            builder.withMethodBody(PREFIX + i, target.invocationType(),
                ClassFile.ACC_PRIVATE | ClassFile.ACC_STATIC | ClassFile.ACC_SYNTHETIC, code -> {
                    MethodTypeDesc type = target.invocationType();
                    int slots = 0;
                    for (ClassDesc parameter : type.parameterList()) {
                        slots += TypeKind.from(parameter).slotSize();
                    }
                    Emitter emitter = new Emitter(code, shape, entries, slots);
                    emitter.charge(units(target));
                    if (target.kind() == DirectMethodHandleDesc.Kind.CONSTRUCTOR) {
                        emitter.allocate(shape.bytesOf(Names.internal(target.owner())));
                        code.new_(Substitutes.made(target.owner())).dup();
                    }
                    int slot = 0;
                    for (ClassDesc parameter : type.parameterList()) {
                        TypeKind kind = TypeKind.from(parameter);
                        code.loadLocal(kind, slot);
                        slot += kind.slotSize();
                    }
                    emitter.call(target);
                    code.return_(TypeKind.from(type.returnType()));
                });
        }
    }
}
