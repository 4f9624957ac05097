package dev.spine.extension.runtime.meter;

import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;

/** The methods of the account that nearly all metered code calls. */
enum AccountMethod {
    CHARGE("charge", Names.INT_TO_VOID),
    ALLOCATE("allocate", Names.INT_TO_VOID),
    PUSH("push", Names.INT_TO_INT),
    POP("pop", Names.INT_TO_VOID),
    STACK("stack", Names.TO_INT),
    ENTER("enter", Names.INT_TO_INT),
    LEAVE_FUEL("fuel", Names.INT_TO_VOID),
    TAKE_FUEL("fuel", Names.TO_INT),
    LOWER("lower", Names.INT_TO_VOID),
    AHEAD("ahead", Names.INTS_TO_INT),
    EXHAUSTED("exhausted", Names.TO_ERROR),
    CAUGHT("caught", MethodTypeDesc.of(ConstantDescs.CD_void, Names.THROWABLE, ConstantDescs.CD_int, ConstantDescs.CD_int)),
    THROWN("thrown", ConstantDescs.MTD_void),
    ARRAY("array", MethodTypeDesc.of(ConstantDescs.CD_int, ConstantDescs.CD_int, ConstantDescs.CD_int)),
    SKIPPED("skipped", Names.INT_TO_VOID),
    SPEND("spend", MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_long, ConstantDescs.CD_long));

    private final String method;
    @SuppressWarnings("ImmutableEnumChecker") // descriptors never change
    private final MethodTypeDesc type;

    AccountMethod(String method, MethodTypeDesc type) {
        this.method = method;
        this.type = type;
    }

    String method() {
        return method;
    }

    MethodTypeDesc type() {
        return type;
    }
}
